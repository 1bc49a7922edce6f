/**
 * Bindings: every published number with its value, its printed form and its records, and the digest of every file. They are
 * written beside a report as bindings.json and attached to its PDF, so that either can be checked against the evidence.
 */
import { z } from 'zod';

const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const records = z.array(z.union([z.number(), z.string()]));
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const boundCell = z.strictObject({
  row: z.number(),
  column: z.string(),
  value,
  printed: z.string(),
  published: z.number().optional(),
  interval: z.tuple([z.number(), z.number()]).optional(),
  records: records.optional(),
});

export const bindingsSchema = z.strictObject({
  format: z.literal(1),
  report: z.string(),
  title: z.string(),
  evidence: z.strictObject({ id: z.string(), digest }),
  template: z.strictObject({ name: z.string(), digest }),
  fides: z.string(),
  /** Chosen from outside, printed on the report; null when it shows none. */
  date: z.string().nullable(),
  command: z.string(),
  tables: z.array(
    z.strictObject({
      id: z.string(),
      number: z.string().nullable(),
      caption: z.string(),
      csv: digest,
      cells: z.array(boundCell),
    }),
  ),
  figures: z.array(
    z.strictObject({
      id: z.string(),
      number: z.string().nullable(),
      caption: z.string(),
      svg: digest,
      source: digest,
    }),
  ),
  values: z.array(
    z.strictObject({
      id: z.string(),
      value,
      printed: z.string(),
      published: z.number().optional(),
      records: records.optional(),
    }),
  ),
  /** What else the template read. */
  context: digest,
  /** The page itself. */
  html: digest,
});

export type Bindings = z.infer<typeof bindingsSchema>;
export type BoundCell = z.infer<typeof boundCell>;
