// Polls the database for the changes of other nodes while this node is disconnected from Redis, and once more after it
// is connected again.

/** A row is dated when its statement began to write, but it may commit a little later. */
const OVERLAP_S = 15;

export interface Looking {
  isDeaf(): boolean;
  close(): void;
}

export const lookWhileDeaf = (deps: {
  readonly everyMs: number;
  /** Whether this node receives the other nodes' messages. */
  readonly isHearing: () => boolean;
  /** Reads and publishes the changes of the last `seconds`. If it fails, the next poll covers a longer time. */
  readonly look: (seconds: number) => Promise<void>;
  /** Called after the last poll, when the record of what was published is no longer needed. */
  readonly heardAgain: () => void;
}): Looking => {
  let isDeaf = false;
  let lookedAt = 0;
  let isLooking = false;
  const run = async (): Promise<void> => {
    const hears = deps.isHearing();
    if (isLooking || (hears && !isDeaf)) return;
    const startedAt = performance.now();
    if (!isDeaf) lookedAt = startedAt;
    isDeaf = true;
    isLooking = true;
    try {
      await deps.look(OVERLAP_S + (startedAt - lookedAt) / 1000);
      lookedAt = startedAt;
      // Poll once more after the connection is back, because messages sent in between were lost.
      isDeaf = !hears;
      if (hears) deps.heardAgain();
    } catch {
      // The next poll tries again.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void run(), deps.everyMs);
  timer.unref();
  return { isDeaf: () => isDeaf, close: () => clearInterval(timer) };
};
