// Says why nobody can bid while the price on the page may be old.
import type { ConnectionState } from "./live-connection.ts";
import { useConnectionState } from "./use-connection-state.ts";

interface Waiting {
  /** For a button. */
  word: string;
  reason: string;
}

const waits: Record<ConnectionState, Waiting | null> = {
  connecting: { word: "Connecting…", reason: "Connecting… Bidding opens as soon as the price is live." },
  live: null,
  reconnecting: {
    word: "Reconnecting…",
    reason: "Reconnecting… Bidding is disabled until the price is up to date again.",
  },
  // The price is at most some seconds old, and the server refuses a bid that is too low.
  polled: null,
};

/** Null while the page may send a bid. */
export const useWaiting = (): Waiting | null => waits[useConnectionState()];
