/** The schema of nbformat 4.5 (jupyter/nbformat, nbformat.v4.5.schema.json), as far as it constrains. */
import { z } from 'zod';

const multiline = z.union([z.string(), z.array(z.string())]);
const metadata = z.record(z.string(), z.unknown());
/** JSON mime types hold any value, all others text. */
const bundle = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  for (const [type, data] of Object.entries(value)) {
    if (/^application\/(.*\+)?json$/.test(type) || multiline.safeParse(data).success) continue;
    context.addIssue({ code: 'custom', path: [type], message: 'must be text or a list of lines' });
  }
});
const count = z.int().min(0).nullable();

const output = z.discriminatedUnion('output_type', [
  z.strictObject({ output_type: z.literal('stream'), name: z.string(), text: multiline }),
  z.strictObject({ output_type: z.literal('display_data'), data: bundle, metadata }),
  z.strictObject({
    output_type: z.literal('execute_result'),
    execution_count: count,
    data: bundle,
    metadata,
  }),
  z.strictObject({
    output_type: z.literal('error'),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);

const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"');
const common = { id, metadata, source: multiline };
const attachments = z.record(z.string(), bundle).optional();

const cell = z.discriminatedUnion('cell_type', [
  z.strictObject({
    ...common,
    cell_type: z.literal('code'),
    execution_count: count,
    outputs: z.array(output),
  }),
  z.strictObject({ ...common, cell_type: z.literal('markdown'), attachments }),
  z.strictObject({ ...common, cell_type: z.literal('raw'), attachments }),
]);

export const notebookSchema = z
  .strictObject({ nbformat: z.literal(4), nbformat_minor: z.int().min(5), metadata, cells: z.array(cell) })
  .superRefine(({ cells }, context) => {
    const seen = new Set<string>();
    cells.forEach((c, i) => {
      if (seen.has(c.id))
        context.addIssue({ code: 'custom', path: ['cells', i, 'id'], message: `repeats the id ${c.id}` });
      seen.add(c.id);
    });
  });
