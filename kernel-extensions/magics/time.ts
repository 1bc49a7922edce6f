import type { Magic } from './registry.js';

/** %time EXPRESSION or declaration, and %%time for a whole cell: wall and CPU time of this process. */
export const timeMagic: Magic = {
  name: 'time',
  help: 'tells how long an expression, a declaration or the cell takes',
  rewrite(args) {
    // a declaration must stand in the cell's own scope
    if (/^(const|let|var|class|function|type|interface)\b/.test(args))
      return `$clock(); ${args.replace(/;$/, '')}; $clock();`;
    return `await $time(async () => (${args.replace(/;$/, '') || 'undefined'}));`;
  },
  async cell(_args, body, { execute }) {
    const stop = startClock();
    const outcome = await execute(body);
    stop();
    return outcome;
  },
};

/** Returns what stops the clock and prints the times. */
function startClock(): () => void {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    process.stdout.write(
      `CPU times: user ${seconds(user / 1e3)}, sys ${seconds(system / 1e3)}\nWall time: ${seconds(performance.now() - wall)}\n`,
    );
  };
}

function seconds(millis: number): string {
  return millis < 1000 ? `${millis.toPrecision(3)} ms` : `${(millis / 1000).toFixed(2)} s`;
}

let stop: (() => void) | undefined;

/** What the rewritten lines call. */
export const timeGlobals = {
  async $time<T>(run: () => Promise<T>): Promise<T> {
    const end = startClock();
    try {
      return await run();
    } finally {
      end();
    }
  },

  $clock(): void {
    if (stop) stop();
    stop = stop ? undefined : startClock();
  },
};
