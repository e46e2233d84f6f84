// Polls the database for the changes of other nodes while this node is disconnected from Redis, and once more after it
// is connected again.

/** A row is dated when its statement began to write, but it may commit a little later. */
const OVERLAP_S = 15;

export interface Polling {
  isDisconnected(): boolean;
  close(): void;
}

export const pollWhileDisconnected = (deps: {
  readonly everyMs: number;
  /** Whether this node receives the other nodes' messages. */
  readonly isClusterConnected: () => boolean;
  /** Reads and publishes the changes of the last `seconds`. If it fails, the next poll covers a longer time. */
  readonly poll: (seconds: number) => Promise<void>;
  /** Called after the last poll, when the record of what was published is no longer needed. */
  readonly reconnected: () => void;
}): Polling => {
  let isDisconnected = false;
  let polledAt = 0;
  let isPolling = false;
  const run = async (): Promise<void> => {
    const isConnected = deps.isClusterConnected();
    if (isPolling || (isConnected && !isDisconnected)) return;
    const startedAt = performance.now();
    if (!isDisconnected) polledAt = startedAt;
    isDisconnected = true;
    isPolling = true;
    try {
      await deps.poll(OVERLAP_S + (startedAt - polledAt) / 1000);
      polledAt = startedAt;
      // Poll once more after the connection is back, because messages sent in between were lost.
      isDisconnected = !isConnected;
      if (isConnected) deps.reconnected();
    } catch {
      // The next poll tries again.
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void run(), deps.everyMs);
  timer.unref();
  return { isDisconnected: () => isDisconnected, close: () => clearInterval(timer) };
};
