// A wait that `await` can use.
export const pause = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));
