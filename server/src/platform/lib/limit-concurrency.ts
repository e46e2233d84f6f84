// A queue that runs a limited number of jobs at a time; the others wait in order.

export const atMost = (limit: number): (<T>(job: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await job();
    } finally {
      // Hand the place to the next job directly, so that no new job can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
