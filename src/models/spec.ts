/** How a person names a model: in a study file, in the registry, on the command line. */
import { z } from 'zod';

const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2024-06-30');

const common = {
  /** Shown in tables; unique within a study. */
  name: z.string().min(1),
  /** Such as 'llama' or 'qwen2'; the GGUF's architecture, or the hosted model's name, when left out. */
  family: z.string().min(1).optional(),
  /** The last day of the training data, when its makers say so. */
  knowledgeCutoff: isoDay.optional(),
};

export const serverSpec = z.strictObject({
  /** Such as 'https://api.openai.com/v1': the part before /chat/completions. */
  address: z.url({ protocol: /^https?$/ }),
  /** The model's name on that server. */
  model: z.string().min(1),
  /** The environment variable that holds the key; OPENAI_API_KEY when left out. The key itself is never written down. */
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not a key')
    .optional(),
  requestsPerMinute: z.number().positive().optional(),
  /** A silence longer than this ends an attempt; 120 when left out. */
  timeoutSeconds: z.number().positive().optional(),
  /** Members added to the body of every request, such as {"top_k": 0}; part of the model's identity. */
  extra: z.record(z.string(), z.unknown()).optional(),
});

export const modelSpec = z.union([
  z.strictObject({
    ...common,
    /** A path, or hf:owner/repository/file.gguf, or hf:owner/repository:Q4_K_M. */
    gguf: z.string().min(1),
    /** A chat format of node-llama-cpp, such as 'chatML', for files that carry no template. */
    template: z.string().min(1).optional(),
  }),
  z.strictObject({ ...common, server: serverSpec }),
]);

export type ServerSpec = z.infer<typeof serverSpec>;
export type ModelSpec = z.infer<typeof modelSpec>;
export type GgufSpec = Extract<ModelSpec, { gguf: string }>;
export type HostedSpec = Extract<ModelSpec, { server: ServerSpec }>;
