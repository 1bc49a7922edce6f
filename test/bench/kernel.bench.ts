/**
 * The kernel beside stock tslab and ipykernel (Debian: python3-ipykernel), by one client on one machine: start to
 * ready, start to the first value, cells, CPU, memory. CPU and memory are read from /proc, so Linux only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { KernelClient, kernelSpec } from 'fides/kernel';

const CELLS = 30;
const tslab = join(createRequire(import.meta.url).resolve('tslab/package.json'), '..', 'bin', 'tslab');
const python = '/usr/bin/python3';

interface Subject {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cell: (i: number) => string;
  /** 200 more cells that use a data library, as in a long session. */
  readonly load?: string;
}

const typescript = (i: number) => `const a${i} = ${i}; a${i} * 2`;
const subjects: Subject[] = [
  { name: 'fides', argv: kernelSpec().argv, cell: typescript, load: "import * as aq from 'arquero'" },
  {
    name: 'tslab',
    argv: [process.execPath, tslab, 'kernel', '--config-path={connection_file}'],
    cell: typescript,
    load: "import * as aq from 'arquero'",
  },
];
if (spawnSync(python, ['-c', 'import ipykernel']).status === 0)
  subjects.push({
    name: 'ipykernel',
    argv: [python, '-m', 'ipykernel_launcher', '-f', '{connection_file}'],
    cell: (i) => `a${i} = ${i}; a${i} * 2`,
  });

type Figures = Record<
  'ready' | 'firstValue' | 'startCpu' | 'median' | 'cellCpu' | 'memory' | 'longMemory',
  number
>;

async function measure({ argv, cell, load }: Subject): Promise<Figures> {
  const started = performance.now();
  const kernel = await KernelClient.launch({ argv, timeoutMs: 300_000 });
  const pid = kernel.process.child.pid ?? 0;
  const ready = performance.now() - started;
  await kernel.execute(cell(0));
  const firstValue = performance.now() - started;
  const startCpu = cpuOf(pid);
  const times: number[] = [];
  for (let i = 1; i <= CELLS; i++) {
    const before = performance.now();
    await kernel.execute(cell(i));
    times.push(performance.now() - before);
  }
  const cellCpu = (cpuOf(pid) - startCpu) / CELLS;
  const memory = memoryOf(pid);
  if (load) {
    await kernel.execute(load);
    for (let i = 0; i < 200; i++)
      await kernel.execute(
        `const t${i} = aq.table({ x: [1, ${i}] }).filter((d) => d.x > 1); t${i}.numRows()`,
      );
  }
  const longMemory = load ? memoryOf(pid) : NaN;
  await kernel.shutdown();
  const median = times.sort((a, b) => a - b)[CELLS / 2] ?? NaN;
  return { ready, firstValue, startCpu, median, cellCpu, memory, longMemory };
}

/** User and system time in ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident set in MiB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function print(bench: string, value: number, unit: string, goal?: number): void {
  if (!Number.isFinite(value)) return;
  console.log(JSON.stringify({ bench: `kernel: ${bench}`, value: Number(value.toFixed(1)), goal, unit }));
}

if (existsSync('/proc/self/stat')) {
  const figures = new Map<string, Figures>();
  for (const subject of subjects) figures.set(subject.name, await measure(subject));
  const stock = figures.get('tslab') as Figures;
  for (const [name, f] of figures) {
    const goal = (value: number) => (name === 'fides' ? Number(value.toFixed(1)) : undefined);
    print(`${name}, start to ready`, f.ready, 'ms');
    print(`${name}, start to first value`, f.firstValue, 'ms');
    print(`${name}, CPU to first value`, f.startCpu, 'ms', goal(stock.startCpu * 1.1));
    print(`${name}, median of ${CELLS} cells`, f.median, 'ms', goal(stock.median / 2));
    print(`${name}, CPU a cell`, f.cellCpu, 'ms', goal(stock.cellCpu / 2));
    print(`${name}, memory after ${CELLS + 1} cells`, f.memory, 'MiB', goal(stock.memory));
    print(`${name}, memory after 232 cells with Arquero`, f.longMemory, 'MiB', goal(stock.longMemory));
  }
}
