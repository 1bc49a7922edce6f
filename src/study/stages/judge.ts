/** All readers of prose and code: the study's judges, the paper's lookback rule, and the reader without a model. */
import { modelVerdict, readerVerdict, ruleVerdict, type Verdict } from '../../concordance/index.js';
import type { Delivery } from '../../elicitation/index.js';
import type { UnitRecord } from '../types.js';
import type { Context } from './context.js';

/** A reply without code cannot be read: say->do is 0 by every judge [ours]; the rule has no opinion. */
export async function judge(delivery: Delivery, context: Context): Promise<UnitRecord['sayToDo']> {
  const { main, swap } = context.study.judges;
  const names = swap === undefined ? [main] : [main, swap];
  const { prose, code, language } = delivery;
  if (delivery.failure !== null) {
    const none = (name: string, score: number | null): Verdict => ({
      judge: name,
      checks: null,
      score,
      evidence: [`the reply could not be read: ${delivery.failure}`],
    });
    return { judges: names.map((n) => none(n, 0)), rule: none('rule', null), reader: none('reader', 0) };
  }
  const judges: Verdict[] = [];
  for (const name of names) {
    const model = context.model(name, 'judge');
    const { verdict } = await modelVerdict(
      model,
      name,
      { prose, code, language },
      { form: context.study['prompt-form'], seed: 0 },
    );
    judges.push(verdict);
  }
  return { judges, rule: ruleVerdict(prose, code), reader: readerVerdict(prose, code, language) };
}
