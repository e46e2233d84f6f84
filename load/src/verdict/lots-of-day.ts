// Finds the lots that changed: by the log since the last verdict, and by the log of the auctions on the day, also where
// nobody but the house can see the change. In portions, because a day may have a million changes.
import { ofIds, type Query } from "../history/query.ts";

const LEAVES_AT_ONCE = 2_000;
const SPAN_MS = 15 * 60_000;

export const lotsInLog = async (query: Query, log: number, from: number, to: number): Promise<Set<string>> => {
  const lots = new Set<string>();
  for (let at = from; at < to; at += LEAVES_AT_ONCE) {
    const rows = await query<{ id: string }>(
      `select distinct auction_id as id from log_leaves where log = $1::text::int and index >= $2::text::bigint
         and index < $3::text::bigint and auction_id is not null`,
      [String(log), String(at), String(Math.min(to, at + LEAVES_AT_ONCE))],
    );
    for (const { id } of rows) lots.add(id);
  }
  return lots;
};

/** The times stand in the statement's text, so that the index by time is used whatever the plan knows. */
export const lotsOfDay = async (query: Query, from: number, until: number): Promise<Set<string>> => {
  const lots = new Set<string>();
  const time = (ms: number): string => `timestamptz '${new Date(ms).toISOString()}'`;
  for (let at = from; at < until; at += SPAN_MS) {
    const to = Math.min(until, at + SPAN_MS);
    const rows = await query<{ id: string }>(
      `select distinct auction_id as id from auction_events where at >= ${time(at)} and at < ${time(to)}`,
    );
    for (const { id } of rows) lots.add(id);
  }
  return lots;
};

const CHANGES_AT_ONCE = 4_000;
/** A lot with more would take too much memory. */
const MOST_CHANGES = 50_000;

/** The lots in portions that fit into memory; those of one sale beside each other. Lots that are too large are left out. */
export const inPortions = async (
  query: Query,
  lots: readonly string[],
): Promise<{ portions: string[][]; isAll: boolean }> => {
  const rows = await query<{ id: string; changes: number }>(
    `select a.id, a.revision as changes from auctions a left join sale_lots l on l.auction_id = a.id
     where ${ofIds("a.id")}
     order by l.sale_id nulls last, l.lot_number, a.id`,
    [lots.join(",")],
  );
  const portions: string[][] = [];
  let left = 0;
  for (const { id, changes } of rows) {
    if (changes > MOST_CHANGES) continue;
    if (changes > left || portions.length === 0) {
      portions.push([]);
      left = CHANGES_AT_ONCE;
    }
    portions.at(-1)?.push(id);
    left -= changes;
  }
  return { portions, isAll: rows.every(({ changes }) => changes <= MOST_CHANGES) };
};
