// SQL expressions that the parts of the commit's statement share: times, ids by their position in the batch, and the
// condition that a part passes its fence.
import { MOST_BACK_MS } from "../time-spans.ts";

export const epochMs = (expression: string): string => `(extract(epoch from ${expression}) * 1000)::bigint`;
export const momentAt = (ms: string): string => `'epoch'::timestamptz + (${ms})::bigint * interval '1 millisecond'`;
export const momentIn = (field: string): string => momentAt(`p.life->>'${field}'`);

/** `MOST_BACK_MS` as an SQL interval. */
export const MOST_BACK = `interval '${MOST_BACK_MS} milliseconds'`;

/**
 * Returns the SQL for `time`, or for `after` if `time` is before `last` by at most `MOST_BACK`. `last`: the newest
 * stored time; null if there is none. The database's clock may go back, because a new primary's clock may be behind
 * that of the old one, or because somebody sets it. The times of one auction do not go back with it. If it went back by
 * more, the result is `time`, so that one wrong time does not stop everything until the clock has reached it.
 */
export const notBefore = (last: string, time: string, after = `${last} + interval '1 millisecond'`): string =>
  `case when ${last} > ${time} and ${last} <= ${time} + ${MOST_BACK} then ${after} else ${time} end`;

// These shapes keep every query plan from pairing every row with every other. A part passes if it is "not in the
// (empty) misses". A place becomes its id by an array lookup. Stored rows are looked up one by one by their keys
// (`lateral`, which `offset 0` and the locks keep as they are). A plan of a join, made while the tables were empty,
// would read whole tables.
export const passes = (column: string): string => `${column} not in (select n from missed)`;
export const auctionAt = (column: string): string => `(select auctions from ids)[${column}]`;
export const personAt = (column: string): string => `(select people from ids)[${column}]`;
/** Evaluated once, before any table is read, because hardly any batch has such rows. */
export const areAny = (rows: string): string => `(select count(*) > 0 from ${rows})`;

/**
 * The end of a part. If soft close moves it, it is computed from the time of this commit, which is read under the locks.
 * So this repeats `endAt` (auction/soft-close.ts); test/contracts/engine-contract/soft-close.ts compares both.
 */
export const endsAt = (part: string): string => `case when ${part}.life->>'endsBy' is null
      then ${momentAt(`${part}.life->>'endsAt'`)}
      else greatest(${momentAt(`${part}.life->'endsBy'->>'earliestMs'`)}, least(${momentAt(`${part}.life->'endsBy'->>'latestMs'`)},
        clock.at + (${part}.life->'endsBy'->>'windowMs')::bigint * interval '1 millisecond')) end`;

/** The new value of a column that an upsert may change. */
export const taken = <Names extends Record<string, string>>(names: Names, ...columns: (keyof Names)[]): string =>
  columns.map((column) => `${names[column]} = excluded.${names[column]}`).join(", ");
