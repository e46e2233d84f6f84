// Adds to a correct story the notifications that bring people back to the site: who watches the lot, the reminders they
// get, and the new lots that a saved search finds.
import { toMajor } from "@jara/shared/money";
import type { Stored } from "../../src/history/stored.ts";
import type { ComingBack, StoredNotification } from "../../src/history/stored-notifications.ts";

export const noRemindersOrSearches: ComingBack = {
  watches: [],
  reminders: [],
  choices: [],
  searches: [],
  matches: [],
  alerts: [],
  relistings: new Map(),
};

interface Watching {
  readonly userId: string;
  readonly auctionId: string;
  readonly title: string;
  /** The time at which the person began to watch. */
  readonly at: number;
  readonly wishMinor: number | null;
  readonly reminders: readonly string[];
  /** The cause, and the time at which they were notified. */
  readonly news: readonly (readonly [what: string, at: number])[];
  /** The reminders before the end that were sent, and the scheduled end. */
  readonly sent: readonly (readonly [kind: string, at: number, endsAt: number])[];
}

/**
 * Adds a person who watches, and the notifications of a correct server: each event once, because the person reads none
 * of them.
 */
export const withWatcher = (stored: Stored, given: Watching): Stored => {
  const { userId, auctionId, title, at, wishMinor, reminders, news, sent } = given;
  const rows = new Map<string, StoredNotification>();
  const notify = (what: string, mergeKey: string, at: number): void => {
    const known = rows.get(mergeKey);
    const data = { auctionId, title, what, currency: "NGN", wishPrice: wishMinor === null ? null : toMajor(wishMinor) };
    const count = (known?.count ?? 0) + 1;
    rows.set(mergeKey, {
      id: `${userId} ${mergeKey}`,
      userId,
      auctionId,
      about: "reminder",
      data,
      count,
      mergeKey,
      createdAt: known?.createdAt ?? at,
      at,
      isRead: false,
    });
  };
  for (const [what, at] of news) notify(what, `reminder:${auctionId}:${what}`, at);
  const kinds = new Map(sent.map(([kind, at]) => [at, kind]));
  for (const [at, kind] of kinds) notify(kind, `reminder:${auctionId}`, at);
  const before = stored.notifications.get(auctionId) ?? [];
  return {
    ...stored,
    notifications: new Map(stored.notifications).set(auctionId, [...before, ...rows.values()]),
    comingBack: {
      ...stored.comingBack,
      watches: [...stored.comingBack.watches, { userId, auctionId, at, wishMinor }],
      choices: [...stored.comingBack.choices, { userId, reminders, at }],
      reminders: [
        ...stored.comingBack.reminders,
        ...sent.map(([kind, at, endsAt]) => ({ userId, auctionId, kind, endsAt, at })),
      ],
    },
  };
};

interface Searching {
  readonly id: string;
  readonly userId: string;
  readonly query: Readonly<Record<string, string>>;
  /** The search was saved then. */
  readonly at: number;
  /** The lot that it found, and when. */
  readonly found: readonly [auctionId: string, at: number] | null;
}

/** Adds a search, and what a correct server notifies its owner of. */
export const withSearch = (stored: Stored, { id, userId, query, at, found }: Searching): Stored => {
  const { comingBack } = stored;
  const data = { searchId: id, name: id, lots: 1 };
  const alert = found && { id: `alert of ${id}`, userId, about: "saved-search", data, count: 1, isRead: false };
  const match = found && { searchId: id, auctionId: found[0], at: found[1], isSeen: false, isNotified: true };
  return {
    ...stored,
    comingBack: {
      ...comingBack,
      searches: [...comingBack.searches, { id, userId, name: id, query, alert: "now", at }],
      matches: [...comingBack.matches, ...(match ? [match] : [])],
      alerts: [
        ...comingBack.alerts,
        ...(alert && found ? [{ ...alert, createdAt: found[1] + 5, at: found[1] + 5 }] : []),
      ],
    },
  };
};
