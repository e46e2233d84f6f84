// Reads the signed-in person's account again when events about it may have been missed: after a lost connection, and
// when the person comes back to the page. The server sends only later changes, not those of the time without a
// connection.
import { getConnection } from "../../connection/connection.ts";
import { isAccountRead, refreshUser } from "../../lib/own-account.ts";
import { useSession } from "../../store/session.ts";

/** When a server is lost, everybody reconnects at once. So each page reads at a random moment within this time. */
const SPREAD_MS = 10_000;
/** The longest such time, which is reached after several reads without an answer. */
const LONGEST_SPREAD_MS = 80_000;
const AWAY_MS = 60_000;
/**
 * The page reads the account before its first connection, and the server sends what changes after it. If the connection
 * took longer than this, the account is read again.
 */
const CONNECTS_WITHIN_MS = 5_000;

/** Starts to keep the account up to date. Returns the function that stops it. */
export const keepAccount = (): (() => void) => {
  const live = getConnection();
  let wasLost = false;
  let connectingSince = live.state === "connecting" ? performance.now() : null;
  let hiddenAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async (withinMs: number): Promise<void> => {
    clearTimeout(timer);
    await refreshUser();
    if (!isAccountRead && useSession.getState().token && live.state === "live")
      readWithin(Math.min(2 * withinMs, LONGEST_SPREAD_MS));
  };
  const readWithin = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(ms), Math.random() * ms);
  };

  const onState = (): void => {
    if (live.state === "reconnecting") {
      wasLost = true;
      clearTimeout(timer);
    }
    if (live.state !== "live") return;
    const isLate = connectingSince !== null && performance.now() - connectingSince > CONNECTS_WITHIN_MS;
    connectingSince = null;
    if (isAccountRead && !wasLost && !isLate) return;
    wasLost = false;
    readWithin(SPREAD_MS);
  };
  const onVisibility = (): void => {
    // Use the time of day, because `performance.now()` may stop while the device sleeps.
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > AWAY_MS) void read(SPREAD_MS);
  };

  onState();
  const stop = live.onState(onState);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener("visibilitychange", onVisibility);
  };
};
