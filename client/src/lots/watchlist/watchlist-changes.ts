// Keeps the watchlist: in the browser for a visitor, in the account for a signed-in user. At the log-in the browser's
// list moves into the account. The account's list is never written into the browser. This code is not in the first
// load.

import * as calls from "@jara/shared/calls/watchlist";
import type { Events } from "@jara/shared/live-commands";
import { BROWSER_WATCHED_MAX } from "@jara/shared/watch-limits";
import { useEffect } from "react";
import { getConnection } from "../../connection/connection.ts";
import { ask, messageOf } from "../../lib/api.ts";
import { useSession } from "../../store/session.ts";
import { toast } from "../../store/toast.ts";
import { useWatchlist } from "./watched.ts";

const KEY = "watchlist";
/** A list that was read longer ago is read again when the reader comes back to the page. */
const OLD_AFTER_MS = 60_000;

const isId = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);

/** Newest first. Not readable, or not ours: empty. */
const readStored = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isId).slice(0, BROWSER_WATCHED_MAX) : [];
  } catch {
    return [];
  }
};

const writeStored = (ids: readonly string[]): void => {
  try {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage can be full or forbidden; the list then lasts as long as the page.
  }
};

const tokenNow = (): string | null => useSession.getState().token;

/** The user's choices since the account's list was last asked for. The answer may be older than they are. */
const chosen = new Map<string, boolean>();
/** The lots whose choice is on its way to the server. */
const underWay = new Set<string>();
let readAtMs = 0;

const show = (auctionId: string, isWatched: boolean): void => {
  const { ids: before } = useWatchlist.getState();
  const others = [...before].filter((id) => id !== auctionId);
  useWatchlist.setState({ ids: new Set(isWatched ? [auctionId, ...others] : others) });
};

/** For the first lot of a list: says where the lot is now, and that the list can remind. */
const explain = () =>
  toast("On your watchlist", {
    id: KEY,
    description: tokenNow() === null ? "Log in to be reminded before it ends." : "Choose your reminders there.",
  });

/** Changes the heart at once. If the server refuses, the heart changes back, and a message says why. */
export const toggleWatch = async (auctionId: string): Promise<void> => {
  const { ids, isKnown } = useWatchlist.getState();
  const isWatched = !ids.has(auctionId);
  if (isWatched && isKnown && ids.size === 0) explain();
  if (tokenNow() === null) return toggleInBrowser(auctionId, isWatched);
  show(auctionId, isWatched);
  chosen.set(auctionId, isWatched);
  if (!underWay.has(auctionId)) await send(auctionId);
};

const toggleInBrowser = (auctionId: string, isWatched: boolean): void => {
  const others = readStored().filter((id) => id !== auctionId);
  const ids = isWatched ? [auctionId, ...others] : others;
  writeStored(ids.slice(0, BROWSER_WATCHED_MAX));
  // Shows the change and does not read the storage back, because the browser may forbid storage.
  show(auctionId, isWatched);
  if (ids.length <= BROWSER_WATCHED_MAX) return;
  for (const dropped of ids.slice(BROWSER_WATCHED_MAX)) show(dropped, false);
  toast(`This browser keeps ${BROWSER_WATCHED_MAX} lots. The one you added first has left your watchlist.`, {
    id: KEY,
    description: "Log in to keep more.",
  });
};

/** Sends one choice after the other, so that the last one counts. */
const send = async (auctionId: string): Promise<void> => {
  const token = tokenNow();
  const isOther = () => tokenNow() !== token;
  underWay.add(auctionId);
  for (let sent: boolean | undefined; sent !== chosen.get(auctionId); ) {
    sent = chosen.get(auctionId) === true;
    try {
      await (sent
        ? ask(calls.watchLot, { params: { id: auctionId } })
        : ask(calls.unwatchLot, { params: { id: auctionId } }));
      if (isOther()) return;
    } catch (error) {
      if (isOther()) return;
      if (sent !== chosen.get(auctionId)) continue;
      chosen.set(auctionId, !sent);
      show(auctionId, !sent);
      const failed = sent ? "The lot could not be put on your watchlist." : "The lot is still on your watchlist.";
      toast.error(messageOf(error, failed), { id: KEY });
      break;
    }
  }
  underWay.delete(auctionId);
};

/** Reads the list that belongs to the session, after moving the browser's list into the account. */
const read = async (): Promise<void> => {
  const token = tokenNow();
  const stored = readStored();
  if (token === null) {
    useWatchlist.setState({ ids: new Set(stored), isKnown: true });
    return;
  }
  for (const auctionId of [...chosen.keys()]) if (!underWay.has(auctionId)) chosen.delete(auctionId);
  try {
    if (stored.length > 0) {
      await ask(calls.watchSeveral, { body: { auctionIds: stored } });
      if (tokenNow() !== token) return;
      writeStored([]);
    }
    const { ids } = await ask(calls.listWatchedIds);
    if (tokenNow() !== token) return;
    readAtMs = performance.now();
    useWatchlist.setState({ ids: new Set(ids), isKnown: true });
    for (const [auctionId, isWatched] of chosen) show(auctionId, isWatched);
  } catch {
    // The hearts stay as they are. The list is read again when the reader comes back to the page.
    if (tokenNow() === token) useWatchlist.setState({ isKnown: true });
  }
};

/** Nothing of the last user's list stays. */
const startAgain = (): void => {
  chosen.clear();
  underWay.clear();
  readAtMs = 0;
  useWatchlist.setState({ ids: new Set(readStored()), isKnown: false });
  void read();
};

/** Another device or tab changed the list. While a choice of this page is under way, its own event comes later. */
const followAccount = ({ auctionId, isWatching }: Events["watchlist:changed"]): void => {
  if (underWay.has(auctionId)) return;
  chosen.delete(auctionId);
  show(auctionId, isWatching);
};

/** Follows the session, other devices, other tabs and the reader's return, until the returned function is called. */
export const followWatchlist = (): (() => void) => {
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.token !== before.token) startAgain();
  });
  const onStorage = ({ key }: StorageEvent): void => {
    if (tokenNow() === null && (key === KEY || key === null)) void read();
  };
  const onReturn = (): void => {
    const isOld = performance.now() - readAtMs > OLD_AFTER_MS || readAtMs === 0;
    if (!document.hidden && isOld && tokenNow() !== null) void read();
  };
  const unlisten = getConnection().listen({
    onFrame: (frame) => frame.type === "watchlist:changed" && followAccount(frame.data),
  });
  window.addEventListener("storage", onStorage);
  window.addEventListener("online", onReturn);
  document.addEventListener("visibilitychange", onReturn);
  void read();
  return () => {
    unsubscribe();
    unlisten();
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("online", onReturn);
    document.removeEventListener("visibilitychange", onReturn);
  };
};

export const WatchlistFollower = (): null => {
  useEffect(followWatchlist, []);
  return null;
};
