// A queue: so many jobs at a time, the others wait their turn.

export const atMost = (limit: number): (<T>(job: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await job();
    } finally {
      // The place goes to the next without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
