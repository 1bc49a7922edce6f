/** What a cell costs the engine itself, without the protocol; the goals are half of stock tslab's and its start-up + 10 %; memory is the growth, without Node's own 45 MiB. */
const CELLS = 30;
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
const print = (bench: string, value: number, goal: number, unit: string) =>
  console.log(JSON.stringify({ bench, value: Number(value.toFixed(2)), goal, unit }));

// What this script itself takes is not the engine's.
const [cpuBefore, memoryBefore] = [cpu(), process.memoryUsage().rss];
const memory = () => (process.memoryUsage().rss - memoryBefore) / 2 ** 20;
const { createEngine } = await import('#kernel/engine/index.js');
const engine = createEngine({ cwd: process.cwd(), provided: {}, ambient: '', enter: (run) => run() });
print('engine: CPU to ready', (cpu() - cpuBefore) / 1000, 3.4 * 1.1, 's');

let count = 0;
async function run(source: string): Promise<number> {
  const started = performance.now();
  const outcome = await engine.execute(source, { executionCount: ++count });
  if (outcome.status === 'error') throw new Error(outcome.traceback.join('\n'));
  return performance.now() - started;
}

print('engine: first cell', await run('const a0 = 1; a0 + 1'), 57, 'ms');
const before = cpu();
const times: number[] = [];
for (let i = 0; i < CELLS; i++) times.push(await run(`const a${i + 1} = a${i} + 1; a${i + 1} * 2`));
print('engine: median cell', times.sort((a, b) => a - b)[CELLS / 2]!, 20, 'ms');
print('engine: CPU a cell', (cpu() - before) / CELLS, 25, 'ms');
print('engine: memory after 30 cells', memory(), 200, 'MiB');
await run("import * as aq from 'arquero'");
for (let i = 0; i < 200; i++)
  await run(`const t${i} = aq.table({ x: [1, ${i}] }).filter((d) => d.x > 1); t${i}.numRows()`);
print('engine: memory after 230 cells with Arquero', memory(), 420, 'MiB');
engine.close();
