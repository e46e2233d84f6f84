// While other nodes are not heard, what they did is looked up in the database, again and again, until they have been heard
// once more.

/** A row is dated when its statement began to write; it may commit a little later. */
const OVERLAP_S = 15;

export interface Looking {
  isDeaf(): boolean;
  close(): void;
}

export const lookWhileDeaf = (deps: {
  readonly everyMs: number;
  /** Whether other nodes' news reach this one. */
  readonly isHearing: () => boolean;
  /** Reads and tells what moved within so many seconds. Where it fails it is asked again, for a longer time back. */
  readonly look: (seconds: number) => Promise<void>;
  /** Looked for the last time: what was remembered of the telling is of no more use. */
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
      // Once more after it hears again: what was said in between reached nobody.
      isDeaf = !hears;
      if (hears) deps.heardAgain();
    } catch {
      // Asked again soon.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void run(), deps.everyMs);
  timer.unref();
  return { isDeaf: () => isDeaf, close: () => clearInterval(timer) };
};
