// Precision and recall of each look-ahead detector on the labelled strategies.
import { createSandbox } from 'fides/sandbox';
import { detect, labelled, pythonRuns, testMarket, type Detections } from '../concordance/labelled.js';

const DETECTORS = ['paper', 'tree', 'prefix', 'replay'] as const;
type Detector = (typeof DETECTORS)[number] | 'prefix or replay';

const market = testMarket();
const sandbox = createSandbox();
const strategies = labelled().filter((s) => pythonRuns || s.language !== 'python');
if (!pythonRuns) console.log('SKIP Python strategies: bubblewrap or pandas is missing');

const rows: { leaks: boolean; name: string; seen: Detections }[] = [];
for (const s of strategies) {
  const seen = await detect(s, sandbox, market, { withReplay: true });
  rows.push({ leaks: s.leaks, name: s.name, seen });
  const verdicts = DETECTORS.map((d) => `${d} ${seen[d] === null ? '-' : seen[d] ? 'leak' : 'ok'}`).join(
    '  ',
  );
  console.error(`${s.name.padEnd(36)} ${verdicts}`);
}
await sandbox.close();

for (const detector of [...DETECTORS, 'prefix or replay'] as Detector[]) {
  const accuses = ({ seen }: { seen: Detections }) =>
    detector === 'prefix or replay' ? seen.prefix === true || seen.replay === true : seen[detector] === true;
  const right = rows.filter((r) => r.leaks && accuses(r)).length;
  const wrong = rows.filter((r) => !r.leaks && accuses(r));
  const missed = rows.filter((r) => r.leaks && !accuses(r));
  console.log(
    JSON.stringify({
      bench: `look-ahead by ${detector}`,
      recall: Number((right / (right + missed.length)).toFixed(3)),
      precision: Number((right / (right + wrong.length)).toFixed(3)),
      value: missed.length + wrong.length,
      ...(detector === 'prefix or replay' && { goal: 0 }),
      unit: `errors of ${rows.length}`,
      missed: missed.map((r) => r.name),
      accused: wrong.map((r) => r.name),
    }),
  );
}
