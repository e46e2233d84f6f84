// For those who ask how things stand: an answer that comes late is none, and a failure is none either.

/** Null where `promise` rejects or takes longer. */
export const inTime = async <T>(promise: Promise<T>, withinMs: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, withinMs, null);
  });
  const result = await Promise.race([promise.catch(() => null), late]);
  clearTimeout(timer);
  return result;
};
