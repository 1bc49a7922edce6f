/** 300 one-line cells under our runner, against nbclient on the same kernel; start and end of the kernel included. */
import { manyCells, underOurs, underTheirs } from '../notebook/support/lossless.js';
import { hasNbclient } from '../notebook/support/nbclient.js';

const notebook = manyCells(300);
const tell = (result: object) => console.log(JSON.stringify(result));

if (!hasNbclient) {
  tell({ bench: 'notebook: 300 cells, ours over nbclient', skipped: 'nbclient is not installed' });
} else {
  // in turn, and the least of three: other work on the machine only ever adds
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    theirs.push(underTheirs(notebook).seconds);
    ours.push((await underOurs(notebook)).seconds);
  }
  const [best, other] = [Math.min(...ours), Math.min(...theirs)];
  tell({ bench: 'notebook: 300 cells under our runner', value: best, unit: 's' });
  tell({ bench: 'notebook: 300 cells under nbclient', value: other, unit: 's' });
  tell({
    bench: 'notebook: 300 cells, ours over nbclient',
    ratio: best / other,
    goal: '<= 1',
    unit: 'ratio',
  });
}
