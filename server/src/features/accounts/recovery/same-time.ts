// Answers after a fixed time, so that nobody can tell by the time what the server found.

/** The work takes a few milliseconds, or some 50 where a password is checked. */
export const ANSWERED_AFTER_MS = 250;

/** A failure is answered after the fixed time too. Work that takes longer, on a busy server, is answered when it is done. */
export const inSameTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const passed = new Promise((resolve) => setTimeout(resolve, ANSWERED_AFTER_MS));
  try {
    return await work();
  } finally {
    await passed;
  }
};
