// The notebook runner at full size: 300 cells ten times under our runner and under nbclient, 10,000 fuzzed files,
// a hundred kills. Usage: node --import tsx scripts/soak-notebook.mjs [lossless] [fuzz] [kill]; all without words.
import { isDeepStrictEqual } from 'node:util';
import { fuzzed, outcomeOf } from '../test/notebook/support/fuzz.ts';
import { killAtRandom } from '../test/notebook/support/kill.ts';
import { expected, manyCells, underOurs, underTheirs } from '../test/notebook/support/lossless.ts';
import { hasNbclient } from '../test/notebook/support/nbclient.ts';

const words = process.argv.slice(2);
const wanted = (word) => words.length === 0 || words.includes(word);
const tell = (result) => console.log(JSON.stringify(result));

if (wanted('fuzz')) {
  const count = { notebook: 0, error: 0 };
  for (let seed = 0; seed < 10_000; seed++) count[outcomeOf(fuzzed(seed))] += 1;
  tell({ soak: 'fuzzed notebooks', ...count });
}

if (wanted('lossless')) {
  const [notebook, right] = [manyCells(300), expected(300)];
  const lost = ({ outputs }) => outputs.filter((cell, i) => !isDeepStrictEqual(cell, right[i])).length;
  for (let run = 1; run <= 10; run++) {
    const ours = await underOurs(notebook);
    const theirs = hasNbclient ? underTheirs(notebook) : null;
    tell({
      soak: 'cells with lost outputs, of 300',
      run,
      ours: lost(ours),
      seconds: Number(ours.seconds.toFixed(1)),
      ...(theirs
        ? {
            nbclient: lost(theirs),
            nbclientSeconds: Number(theirs.seconds.toFixed(1)),
            equal: isDeepStrictEqual(ours.outputs, theirs.outputs),
          }
        : { skipped: 'nbclient is not installed' }),
    });
    if (lost(ours) > 0 || (theirs && lost(theirs) > 0)) process.exitCode = 1;
  }
}

if (wanted('kill')) {
  const killed = [];
  for (let seed = 0; seed < 100; seed++) killed.push(await killAtRandom(seed, 4000));
  const saved = killed.flatMap(({ cells }) => (cells === null ? [] : [cells]));
  tell({
    soak: 'kill -9 of the runner',
    kills: killed.length,
    invalid: 0, // killAtRandom throws at the first
    kernelsLeft: killed.filter(({ kernelEnded }) => !kernelEnded).length,
    nothingSavedYet: killed.length - saved.length,
    midway: saved.filter((cells) => cells > 0 && cells < 300).length,
  });
}
