/** Lends out a fixed set of things, first come, first served. */
export interface Pool<T> {
  use<R>(work: (item: T) => Promise<R>): Promise<R>;
}

export function pool<T>(items: readonly T[]): Pool<T> {
  const free = [...items];
  const waiting: ((item: T) => void)[] = [];
  const take = () => {
    const item = free.shift();
    return item === undefined ? new Promise<T>((resolve) => waiting.push(resolve)) : Promise.resolve(item);
  };
  const giveBack = (item: T) => {
    const next = waiting.shift();
    if (next) next(item);
    else free.push(item);
  };
  return {
    async use(work) {
      const item = await take();
      try {
        return await work(item);
      } finally {
        giveBack(item);
      }
    },
  };
}
