/** llama.cpp in this process: one instance a GPU setting, its messages kept for errors, and how many threads to give it. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { getLlama, getModuleVersion, NoBinaryFoundError, type Llama, LlamaLogLevel } from 'node-llama-cpp';
import { UserError } from '../../base/errors.js';
import type { Gpu } from '../options.js';

const instances = new Map<Gpu, Promise<Llama>>();
const messages: string[] = [];

export function runtime(gpu: Gpu): Promise<Llama> {
  const known = instances.get(gpu);
  if (known) return known;
  const started = start(gpu);
  instances.set(gpu, started);
  started.catch(() => instances.delete(gpu));
  return started;
}

async function start(gpu: Gpu): Promise<Llama> {
  try {
    return await getLlama({
      gpu,
      build: 'never',
      progressLogs: false,
      maxThreads: physicalCores(),
      logLevel: LlamaLogLevel.error,
      logger: (_level, message) => {
        messages.push(message.trim());
        if (messages.length > 20) messages.shift();
      },
    });
  } catch (error) {
    if (!(error instanceof NoBinaryFoundError)) throw error;
    throw new UserError(
      `node-llama-cpp has no prebuilt llama.cpp for ${process.platform} on ${process.arch}.`,
      'Reinstall with optional packages (npm ci), or use a hosted model.',
      { cause: error },
    );
  }
}

/** What llama.cpp said since the last call, for the text of an error. */
export function takeMessages(): string {
  return messages.splice(0).filter(Boolean).join('; ');
}

/** Such as 'node-llama-cpp 3.21.1, llama.cpp b1234'. */
export async function engineVersion(llama: Llama): Promise<string> {
  return `node-llama-cpp ${await getModuleVersion()}, llama.cpp ${llama.llamaCppRelease.release}`;
}

export function deviceKind(llama: Llama): string {
  return llama.gpu === false ? 'cpu' : llama.gpu;
}

/** Such as 'NVIDIA H200, 33 of 33 layers', or the CPU's name and the threads. */
export async function deviceName(llama: Llama, gpuLayers: number, layers: number, threads: number) {
  const cpu = `${cpus()[0]?.model.trim() || process.arch}, ${threads} thread${threads === 1 ? '' : 's'}`;
  if (llama.gpu === false) return cpu;
  const names = await llama.getGpuDeviceNames();
  // llama.cpp counts the output layer as one more.
  const where = `${names.join(' + ') || llama.gpu}, ${gpuLayers} of ${layers + 1} layers`;
  return gpuLayers > layers ? where : `${where}; ${cpu}`;
}

/** Weights a thread must have to itself before another is worth waking: see README, "Threads". */
const BYTES_A_THREAD = 32 * 2 ** 20;

/**
 * Threads for one context on the CPU. Every matrix product ends at a barrier at which the threads spin, so a small
 * model is slower on two threads than on one, and threads beyond the physical cores are ruinous.
 */
export function threadsFor(weightBytes: number, cores: number): number {
  return Math.max(1, Math.min(cores, Math.floor(weightBytes / BYTES_A_THREAD)));
}

let cores: number | undefined;

/** Cores that can compute at once: no hyper-threads, nothing outside the affinity mask or the container's quota. */
export function physicalCores(): number {
  return (cores ??= Math.max(
    1,
    Math.min(availableParallelism(), siblings() ?? Infinity, quota() ?? Infinity),
  ));
}

/** Distinct cores on Linux; elsewhere undefined, and the logical count stands. */
function siblings(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const sets = cpus().map((_, i) => read(`/sys/devices/system/cpu/cpu${i}/topology/thread_siblings_list`));
  return sets.includes(undefined) ? undefined : new Set(sets).size;
}

function quota(): number | undefined {
  const [limit, period] = read('/sys/fs/cgroup/cpu.max')?.split(/\s+/) ?? [];
  return limit && limit !== 'max' ? Math.max(1, Math.floor(Number(limit) / Number(period))) : undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
