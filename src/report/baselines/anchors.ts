/** What the paper prints that depends on prices and engine only, from data/published/fides.json. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { shipped } from '../../base/paths.js';

const schema = z.looseObject({
  anchors: z.looseObject({ tltSharpe: z.number(), tltReturn: z.number(), meanSmaSharpe: z.number() }),
});

export type Anchors = z.infer<typeof schema>['anchors'];

export function anchors(): Anchors {
  return schema.parse(JSON.parse(readFileSync(shipped('data', 'published', 'fides.json'), 'utf8'))).anchors;
}
