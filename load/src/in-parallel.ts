// Runs a function for each item, a limited number at a time, so that a server does not get all requests at once.
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
