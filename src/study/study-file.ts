/** The study file: YAML on disk, checked against one schema; errors name the line and the allowed values. */
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { formatPlace, UserError } from '../base/errors.js';
import { explain } from './explain.js';

const name = z.string().regex(/^[\w.-]{1,64}$/, 'a name of letters, digits, ".", "_" and "-"');
const day = /^\d{4}-\d{2}-\d{2}$/;

/** `2005-01-01..2006-12-31`, both days inclusive. */
const window = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/, 'a window such as 2023-01-01..2024-12-31')
  .transform((text) => ({ start: text.slice(0, 10), end: text.slice(12) }))
  .refine(
    ({ start, end }) => isDay(start) && isDay(end) && start <= end,
    'a window of two real days, the first not after the second',
  );

const windows = z.strictObject({
  id: name.optional(),
  'in-sample': window,
  primary: window,
  alternate: window.optional(),
});

const data = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('sp500') }),
  z.strictObject({
    source: z.literal('folder'),
    /** Relative to the study file; `$FIDES_DATA` stands for that variable. */
    path: z.string().min(1),
  }),
  z.strictObject({
    source: z.literal('synthetic'),
    seed: z.int(),
    bars: z.int().min(300).max(100_000),
    start: z.string().regex(day),
  }),
]);

const model = z.strictObject({
  name,
  /** A path relative to the study file, or an `hf:` address. */
  gguf: z.string().min(1).optional(),
  /** An OpenAI-compatible base address. */
  server: z.url().optional(),
  /** The hosted model's own name; the entry's name when absent. */
  'server-model': z.string().min(1).optional(),
  /** The environment variable that holds the key; OPENAI_API_KEY when absent. */
  'key-from': z.string().min(1).optional(),
  family: z.string().min(1).optional(),
  'knowledge-cutoff': z.string().regex(day, 'a day such as 2023-10-01').optional(),
  demonstration: z.boolean().default(false),
});

const arm = z.strictObject({
  arm: z.enum(['dual', 'two-stage']),
  models: z.array(name).min(1),
  seeds: z.array(z.int().min(0)).min(1),
});

const INJECTION_NAMES = ['close-shift', 'next-high', 'full-sample', 'centred-average'] as const;

export const studySchema = z.strictObject({
  study: name,
  title: z.string().min(1),
  data,
  universe: z.array(name).min(1),
  windows: z.union([windows, z.array(windows).min(1)]),
  language: z.enum(['typescript', 'python']).default('typescript'),
  /** Compact prompts are for small models with small contexts. */
  'prompt-form': z.enum(['full', 'compact']).default('full'),
  models: z.array(model).min(1),
  arms: z.array(arm).min(1),
  sampling: z.strictObject({
    temperature: z.number().min(0).max(2),
    'top-p': z.number().gt(0).max(1).default(1),
    'top-k': z.int().min(0).default(0),
    'max-tokens': z.int().min(16).max(100_000),
    /**
     * Mixes the unit's seed with its task. Without it, as in the paper, one seed goes with every prompt: a small model,
     * whose prompts differ in some numbers only, then writes nearly one strategy for all tasks.
     */
    'seed-by-task': z.boolean().default(false),
  }),
  judges: z.strictObject({ main: name, swap: name.optional() }),
  /** A model that reads the claims as well, beside the rules. */
  claims: z.strictObject({ model: name }).optional(),
  /** One sequence a context: the same seed gives the same text. False trades that for throughput. */
  reproducible: z.boolean().default(true),
  engine: z.strictObject({ 'periods-per-year': z.int().min(1).default(252) }).prefault({}),
  costs: z.strictObject({ 'ablation-bps': z.number().min(0).max(1000).default(10) }).prefault({}),
  baselines: z
    .strictObject({ sma: z.tuple([z.int().min(1), z.int().min(2)]).default([50, 200]) })
    .prefault({}),
  sandbox: z.strictObject({ 'deadline-seconds': z.number().gt(0).max(600).default(5) }).prefault({}),
  checks: z
    .strictObject({
      /** Cut points of the prefix check; 0 leaves it out. */
      'prefix-cuts': z.int().min(0).max(1000).default(8),
      /** `all`, `none`, or flagged strategies and a seeded sample of this size. */
      replay: z.union([z.enum(['all', 'none']), z.int().min(0)]).default(4),
      injections: z.array(z.enum(INJECTION_NAMES)).default(['close-shift']),
      /** Replays injected strategies as well. */
      'replay-injections': z.boolean().default(false),
    })
    .prefault({}),
});

/** A checked study file. */
export type Study = z.output<typeof studySchema>;
export type StudyModel = Study['models'][number];

const EXAMPLE = 'data/studies/demo.yaml is a complete example.';

export function readStudy(path: string): Study {
  if (!/\.ya?ml$/i.test(path)) throw notAStudy(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `The study file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Name a YAML file, or one of the shipped studies by its name.',
    );
  }
  return parseStudy(text, path);
}

/** @param file the name to use in messages */
export function parseStudy(text: string, file: string): Study {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const broken = document.errors[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new UserError(
      `${formatPlace({ file, line, column: col })}: not YAML: ${broken.message}.`,
      'Mend that line.',
    );
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw new UserError(
      `${file}: not usable as YAML: ${(error as Error).message}.`,
      'Write the values out instead of using aliases.',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAStudy(file);
  const parsed = studySchema.safeParse(value);
  if (!parsed.success)
    throw new UserError(
      explain(studySchema, parsed.error.issues, { name: file, document, lines, value }),
      EXAMPLE,
    );
  checkNames(parsed.data, file);
  return parsed.data;
}

function notAStudy(file: string): UserError {
  return new UserError(
    `${file} is not a study file.`,
    `A study file is YAML with keys such as study, windows and models, and its name ends in .yaml; ${EXAMPLE}`,
  );
}

/** Names that point at models must point at one; ids and names must be unique. */
function checkNames(study: Study, file: string): void {
  const known = study.models.map((m) => m.name);
  const fail = (problem: string) => {
    throw new UserError(`${file}: ${problem}.`, `The models of this study are ${known.join(', ')}.`);
  };
  const repeated = known.find((n, i) => known.indexOf(n) !== i);
  if (repeated) fail(`the model ${repeated} is named twice`);
  const used = [
    ...study.arms.flatMap((a) => a.models),
    study.judges.main,
    ...(study.judges.swap ? [study.judges.swap] : []),
    ...(study.claims ? [study.claims.model] : []),
  ];
  const unknown = used.find((n) => !known.includes(n));
  if (unknown) fail(`no model is named ${unknown}`);
  const both = study.models.find((m) => m.gguf && m.server);
  if (both) fail(`the model ${both.name} has a gguf and a server; it can have one`);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}
