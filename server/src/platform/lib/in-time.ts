// A time limit for status queries: a late answer and a failure both count as no answer.

/** Null if `promise` rejects or takes longer. */
export const inTime = async <T>(promise: Promise<T>, withinMs: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, withinMs, null);
  });
  const result = await Promise.race([promise.catch(() => null), late]);
  clearTimeout(timer);
  return result;
};
