// Does something for each of many, some at a time: a server is asked for one thing after the other, not for all at once.
export const inParallel = async <T>(
  all: readonly T[],
  atOnce: number,
  run: (one: T, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < all.length) {
      const index = next++;
      await run(all[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
};
