// Chooses the transports, the timeout and the longest wait of each attempt to connect. A WebSocket is live with the
// fewest round trips and never waits for the dead connections that a browser keeps for its requests, so it comes first
// (decision 0130). Some networks let no WebSocket through, a few without saying so; polling gets through there.
type Transport = "websocket" | "polling";

/** A good network opens a connection in well under a second, 2G in two to four. */
export const ATTEMPT_MS = 5_000;
const LONG_ATTEMPT_MS = 10_000;
/** One attempt of so many is long, for a network that is slower than 2G. */
const LONG_EVERY = 4;
/** One attempt of so many polls alone: often where no WebSocket has worked yet, seldom where one has. */
const POLLING_EVERY = { before: 2, after: 5 };

/** An error of the first one leads to the second one within the same attempt. */
export const FIRST_TRANSPORTS: readonly Transport[] = ["websocket", "polling"];

/** The first wait before another attempt (ms), with jitter. Each further wait is twice as long. */
export const FIRST_WAIT_MS = 300;
/** The longest wait between two attempts (ms), with jitter. Many clients may meet a restarted server at once. */
export const LONGEST_WAIT_MS = 5_000;
/** The same after an attempt that got no answer, because that attempt was itself a wait. */
const WAIT_AFTER_TIMEOUT_MS = 1_500;

export interface Attempt {
  transports: Transport[];
  timeoutMs: number;
  longestWaitMs: number;
}

interface Before {
  /** The attempts that failed since the last connection. */
  failures: number;
  /** Whether the last one failed because nobody answered. */
  isTimeout: boolean;
  /** Whether a WebSocket has worked on this page. */
  hadWebSocket: boolean;
}

export const attemptAfter = ({ failures, isTimeout, hadWebSocket }: Before): Attempt => {
  const every = hadWebSocket ? POLLING_EVERY.after : POLLING_EVERY.before;
  return {
    transports: failures === 0 ? [...FIRST_TRANSPORTS] : [failures % every === every - 1 ? "polling" : "websocket"],
    timeoutMs: failures % LONG_EVERY === LONG_EVERY - 1 ? LONG_ATTEMPT_MS : ATTEMPT_MS,
    longestWaitMs: isTimeout ? WAIT_AFTER_TIMEOUT_MS : LONGEST_WAIT_MS,
  };
};
