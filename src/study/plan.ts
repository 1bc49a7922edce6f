/** From a study file to the tasks and units that it asks for, and the warnings that the report must print. */
import type { ModelIdentity } from '../models/index.js';
import type { Window } from '../market/index.js';
import type { Study } from './study-file.js';
import type { Task, UnitKey } from './types.js';

/** Universe x windows. A task is named by what varies: symbol, window id, or both. */
export function tasksOf(study: Study): Task[] {
  const windows = Array.isArray(study.windows) ? study.windows : [study.windows];
  return study.universe.flatMap((symbol) =>
    windows.map((w, i) => {
      const windowId = w.id ?? `w${i + 1}`;
      return {
        id: windows.length === 1 ? symbol : study.universe.length === 1 ? windowId : `${symbol}-${windowId}`,
        symbol,
        inSample: w['in-sample'],
        primary: w.primary,
        alternate: w.alternate ?? null,
      };
    }),
  );
}

/** Arms in the file's order, then models, tasks, seeds. */
export function unitsOf(study: Study): UnitKey[] {
  const tasks = tasksOf(study);
  return study.arms.flatMap(({ arm, models, seeds }) =>
    models.flatMap((model) =>
      tasks.flatMap((task) => seeds.map((seed) => ({ arm, model, task: task.id, seed }))),
    ),
  );
}

/** A unit's name on a command line, in logs and in file names. */
export function unitName({ arm, model, task, seed }: UnitKey): string {
  return `${model}${arm === 'two-stage' ? '-two-stage' : ''}/${task}/${seed}`;
}

export function runIdOf({ study, digest }: { readonly study: string; readonly digest: string }): string {
  return `${study}-${digest.slice(0, 10)}`;
}

/** What makes a comparison weaker than it looks. */
export function warningsOf(study: Study, identities: ReadonlyMap<string, ModelIdentity>): string[] {
  const warnings: string[] = [];
  const candidates = [...new Set(study.arms.flatMap((a) => a.models))];
  const judges = [study.judges.main, ...(study.judges.swap ? [study.judges.swap] : [])];
  for (const judge of judges) {
    if (candidates.includes(judge))
      warnings.push(`${judge} is a candidate and a judge: it judges its own strategies.`);
    const family = identities.get(judge)?.family;
    const kin = candidates.filter(
      (c) => c !== judge && family !== undefined && identities.get(c)?.family === family,
    );
    if (kin.length > 0)
      warnings.push(`The judge ${judge} is of the same family (${family}) as ${list(kin)}.`);
  }
  for (const [windowName, pick] of [
    ['primary', (t: Task) => t.primary],
    ['alternate', (t: Task) => t.alternate],
  ] as const) {
    const tasks = tasksOf(study).filter((t) => overlap(t.inSample, pick(t)) > 0);
    if (tasks.length > 0) {
      const share = tasks.every((t) => overlap(t.inSample, pick(t)) === 1) ? 'wholly' : 'in part';
      warnings.push(
        `The ${windowName} window of ${tasks.length === tasksOf(study).length ? 'every task' : list(tasks.map((t) => t.id))} lies ${share} inside the in-sample context that the model is shown: it is not out of sample.`,
      );
    }
  }
  return warnings;
}

/** Share of the days of `window` that lie inside `context`, 0 to 1. */
export function overlap(context: Window, window: Window | null): number {
  if (!window) return 0;
  const days = (from: string, to: string) =>
    Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1);
  const start = window.start > context.start ? window.start : context.start;
  const end = window.end < context.end ? window.end : context.end;
  return days(start, end) / days(window.start, window.end);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
