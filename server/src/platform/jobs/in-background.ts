// Runs everything that writes to the database outside a call: jobs, and what follows a call later. A test holds it all
// while it compares the database before and after a call.

const running = new Set<Promise<unknown>>();
let held: Promise<void> | undefined;

/** Runs the work at once, or when `withoutBackground` ends. */
export const inBackground = async <T>(work: () => Promise<T>): Promise<T> => {
  while (held) await held;
  const run = work();
  running.add(run);
  try {
    return await run;
  } finally {
    running.delete(run);
  }
};

/** Waits until no background work of the process runs, and lets none begin before `act` ends. */
export const withoutBackground = async <T>(act: () => Promise<T>): Promise<T> => {
  while (held) await held;
  let release = (): void => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  try {
    await Promise.allSettled(running);
    return await act();
  } finally {
    held = undefined;
    release();
  }
};
