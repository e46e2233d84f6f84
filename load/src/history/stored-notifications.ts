// Reads people's inboxes, and the facts that decide whom the server reminds of watched lots and notifies of new lots:
// watchlists, chosen reminders, saved searches and their matches. Times are epoch ms of the database.
import { ms, ofIds, type Query } from "./query.ts";

/** A row of somebody's inbox. */
interface InboxRow extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly about: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly createdAt: number;
  /** The time of the newest event. */
  readonly at: number;
  readonly isRead: boolean;
}
export interface StoredNotification extends InboxRow {
  readonly auctionId: string;
  /** Unread rows of one person with one key are one row; null: never merged. */
  readonly mergeKey: string | null;
}

export interface StoredWatch extends Record<string, unknown> {
  readonly userId: string;
  readonly auctionId: string;
  readonly at: number;
  /** The wish price, in the lot's currency. */
  readonly wishMinor: number | null;
}
/** A reminder before the end, as noted when it was sent. */
export interface StoredReminder extends Record<string, unknown> {
  readonly userId: string;
  readonly auctionId: string;
  readonly kind: string;
  /** The scheduled end that it was about. */
  readonly endsAt: number;
  readonly at: number;
}
export interface StoredChoice extends Record<string, unknown> {
  readonly userId: string;
  readonly reminders: readonly string[];
  readonly at: number;
}
export interface StoredSearch extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** The fields of the listing's address, as text. */
  readonly query: Readonly<Record<string, string>>;
  readonly alert: string;
  readonly at: number;
}
export interface StoredMatch extends Record<string, unknown> {
  readonly searchId: string;
  readonly auctionId: string;
  readonly at: number;
  readonly isSeen: boolean;
  readonly isNotified: boolean;
}
/** A notification about new lots of saved searches. */
export type StoredAlert = InboxRow;

export interface ComingBack {
  /** Watches and reminders belong to the run's auctions and to the lots that they are copies of. */
  readonly watches: readonly StoredWatch[];
  readonly reminders: readonly StoredReminder[];
  /** Everybody with a watch may have one. A person without one has the usual reminders. */
  readonly choices: readonly StoredChoice[];
  /** The id of each copy with the id of the lot that did not sell. */
  readonly relistings: ReadonlyMap<string, string>;
  /** Searches that the run's people own, or that their alerts name. */
  readonly searches: readonly StoredSearch[];
  /** The lots that these searches found. Some of the lots are not part of the run. */
  readonly matches: readonly StoredMatch[];
  /** The notifications about new lots that the run's people got. */
  readonly alerts: readonly StoredAlert[];
}

const alertKinds = "about in ('saved-search', 'saved-searches-daily')";

export const readNotifications = async (query: Query, auctionIds: readonly string[]): Promise<StoredNotification[]> => {
  const rows = await query<StoredNotification & { data: never }>(
    `select id, user_id as "userId", auction_id as "auctionId", about, data::text as data, count,
       ${ms("created_at", "createdAt")}, ${ms("at", "at")}, read_at is not null as "isRead", merge_key as "mergeKey"
     from notifications where ${ofIds("auction_id")} order by auction_id, created_at, id`,
    [auctionIds.join(",")],
  );
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as StoredNotification["data"] }));
};

/** For stored data that are read without the history of a run. */
export const nothingComingBack: ComingBack = {
  watches: [],
  reminders: [],
  choices: [],
  searches: [],
  matches: [],
  alerts: [],
  relistings: new Map(),
};

export const readComingBack = async (
  query: Query,
  auctionIds: readonly string[],
  userIds: readonly string[],
): Promise<ComingBack> => {
  const [lots, people] = [auctionIds.join(","), userIds.join(",")];
  const copies = await query<{ copy: string; original: string }>(
    `select auction_id as copy, relisted_from as original from relistings where ${ofIds("auction_id")}`,
    [lots],
  );
  const watched = [[...new Set([...auctionIds, ...copies.map(({ original }) => original)])].join(",")];
  const watches = await query<StoredWatch>(
    `select user_id as "userId", auction_id as "auctionId", ${ms("created_at", "at")}, wish_minor::float8 as "wishMinor"
     from watches where ${ofIds("auction_id")} order by auction_id, user_id`,
    watched,
  );
  const reminders = await query<StoredReminder>(
    `select user_id as "userId", auction_id as "auctionId", kind, ${ms("about", "endsAt")}, ${ms("sent_at", "at")}
     from sent_reminders where ${ofIds("auction_id")} order by auction_id, user_id, sent_at, kind`,
    [lots],
  );
  const choices = await query<StoredChoice & { reminders: never }>(
    `select user_id as "userId", array_to_json(reminders)::text as reminders, ${ms("chosen_at", "at")}
     from reminder_settings where user_id in (select user_id from watches where ${ofIds("auction_id")})`,
    watched,
  );
  const alerts = await query<StoredAlert & { data: never }>(
    `select id, user_id as "userId", about, data::text as data, count, ${ms("created_at", "createdAt")}, ${ms("at", "at")},
       read_at is not null as "isRead"
     from notifications where ${alertKinds} and ${ofIds("user_id")} order by user_id, created_at, id`,
    [people],
  );
  const sentAlerts = alerts.map((row) => ({ ...row, data: JSON.parse(row.data) as StoredAlert["data"] }));
  const named = [
    ...new Set(sentAlerts.flatMap(({ data }) => (typeof data.searchId === "string" ? [data.searchId] : []))),
  ];
  const searches = await query<StoredSearch & { query: never }>(
    `select id, user_id as "userId", name, query::text as query, alert, ${ms("created_at", "at")}
     from saved_searches where ${ofIds("user_id")} or ${ofIds("id", 2)} order by user_id, created_at, id`,
    [people, named.join(",")],
  );
  const matches = await query<StoredMatch>(
    `select search_id as "searchId", auction_id as "auctionId", ${ms("matched_at", "at")}, is_seen as "isSeen",
       is_told as "isNotified"
     from saved_search_matches where ${ofIds("search_id")} order by search_id, matched_at, auction_id`,
    [searches.map(({ id }) => id).join(",")],
  );
  return {
    watches,
    reminders,
    matches,
    alerts: sentAlerts,
    choices: choices.map((row) => ({ ...row, reminders: JSON.parse(row.reminders) as string[] })),
    relistings: new Map(copies.map(({ copy, original }) => [copy, original])),
    searches: searches.map((row) => ({ ...row, query: JSON.parse(row.query) as StoredSearch["query"] })),
  };
};

/** A part of the stamp that must not change while the rows are read. `$1`: the auctions, `$2`: the people. */
export const notificationStamp = `
  (select count(*) || ' ' || coalesce(sum(count), 0) from notifications
    where ${ofIds("auction_id")} or (${alertKinds} and ${ofIds("user_id", 2)}))
  || (select ' ' || count(*) from sent_reminders where ${ofIds("auction_id")})
  || (select ' ' || count(*) || ' ' || count(*) filter (where m.is_told)
    from saved_search_matches m join saved_searches s on s.id = m.search_id where ${ofIds("s.user_id", 2)})`;
