// Finds outbids that a node left out of its commits (late-outbids.ts) and never notified, because the node was killed,
// or because it learned too late that the person had read the inbox through another node. Any node may run this. It
// needs nothing from the other node: the bids and the newest notification of each person show what is missing.
import type { Database } from "../../platform/database/database.ts";
import { setAsideRows } from "../../platform/database/schema/jobs.ts";
import { guardRows, type RowLog, silentLog } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import { bid, namesOf, notification } from "./commit-names.ts";
import { OUTBID_NOTIFIED_EVERY_MS } from "./late-outbids.ts";
import { notifyOutbid } from "./notify-outbid.ts";

const aside = namesOf(setAsideRows);
/** By then a node that is alive has notified the people whom it left out. */
const MISSED_AFTER_MS = OUTBID_NOTIFIED_EVERY_MS + 10_000;
const LOOK_EVERY_MS = 10_000;
const LEASE = { job: "missed-outbids", forMs: 3 * LOOK_EVERY_MS };
/** Longer than the lease of a killed node. */
const LOOK_BACK_S = 180;
/** A node that starts may be the first one after all nodes were killed. */
const LOOK_BACK_AT_START_S = 24 * 3600;

/**
 * True if no other statement has notified the person at the same moment. Such a statement committed while this one
 * waited for the row, so that the row is newer than the one that was read.
 */
const isAsRead = `${notification.table}.${notification.at} <= (
    select notified.at from notified
    where notified.user_id = excluded.${notification.userId} and notified.auction_id = excluded.${notification.auctionId}
  )`;

const keyOfNotice = `n.${notification.userId}::text || ':' || n.${notification.auctionId}::text`;

/**
 * Finds people who bid after their newest notification about being outbid on the auction, were outbid after that bid,
 * and have not read the notification since. `lookBackS`: the greatest age of that notification.
 */
const statement = `
with clock as materialized (select date_trunc('milliseconds', clock_now()) as at),
notified as materialized (
  select distinct on (n.${notification.userId}, n.${notification.auctionId})
    n.${notification.userId} as user_id, n.${notification.auctionId} as auction_id, n.${notification.at} as at,
    n.${notification.readAt} as read_at
  from ${notification.table} n cross join clock
  where n.${notification.at} > clock.at - $1::float8 * interval '1 second' and n.${notification.about} = 'outbid'
    and case when $3::text is null then not exists (
      select from ${aside.table} s where s.${aside.loop} = 'missed-outbids' and s.${aside.key} = ${keyOfNotice}
        and (s.${aside.putAsideAt} is not null or s.${aside.retryAt} > clock_now())
    ) else ${keyOfNotice} = $3::text end
  order by n.${notification.userId}, n.${notification.auctionId}, n.${notification.at} desc
),
late as materialized (
  select notified.user_id, notified.auction_id, rival.at > own.at as has_led
  from notified cross join clock
  cross join lateral (
    select b.${bid.number} as number, b.${bid.createdAt} as at from ${bid.table} b
    where b.${bid.bidderId} = notified.user_id and b.${bid.auctionId} = notified.auction_id and b.${bid.createdAt} > notified.at
      and b.${bid.voidedAt} is null
    order by b.${bid.createdAt} desc, b.${bid.number} desc limit 1
  ) own
  cross join lateral (
    select b.${bid.createdAt} as at from ${bid.table} b
    where b.${bid.auctionId} = notified.auction_id and b.${bid.number} > own.number and b.${bid.bidderId} <> notified.user_id
      and b.${bid.voidedAt} is null
    order by b.${bid.number} limit 1
  ) rival
  where notified.at <= clock.at - $2::float8 * interval '1 millisecond'
    and (notified.read_at is null or notified.read_at < rival.at)
)
${notifyOutbid(isAsRead)}`;

const everyNotice = `
select distinct ${keyOfNotice} as key from ${notification.table} n
where n.${notification.at} > clock_now() - $1::float8 * interval '1 second' and n.${notification.about} = 'outbid'`;

/** Returns the people who were notified. The statement is text, because it shares its parts with the commit's. */
export const notifyMissedOutbids = async (
  database: Pick<Database, "db" | "query">,
  lookBackS = LOOK_BACK_AT_START_S,
  missedAfterMs = MISSED_AFTER_MS,
  log: RowLog = silentLog,
): Promise<string[]> => {
  const notify = async (key: string | null) =>
    (await database.query<{ userId: string }>(statement, [lookBackS, missedAfterMs, key])).map(({ userId }) => userId);
  const notified = await guardRows(database, "missed-outbids", log).narrowed(
    () => notify(null),
    async () =>
      (await database.query<{ key: string }>(everyNotice, [lookBackS])).map(({ key }) => [key, () => notify(key)]),
  );
  return notified.flat();
};

export const startMissedOutbids = (deps: {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  /** Called with the people who have a new notification. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly log: { warn(details: object, message: string): void };
}): Job => {
  const { database, node, inboxChanged, log } = deps;
  const lease = { ...LEASE, holder: node };
  let lookBackS = LOOK_BACK_AT_START_S;
  const job = startJob({
    everyMs: LOOK_EVERY_MS,
    wokenBy: { database, topics: ["clock-set"] },
    run: async () => {
      if (!(await holdLease(database, lease))) return;
      inboxChanged(await notifyMissedOutbids(database, lookBackS, undefined, log));
      lookBackS = LOOK_BACK_S;
    },
    failed: (error) => log.warn({ err: error }, "missed outbids not looked for; trying again"),
  });
  return {
    ...job,
    stop: async () => {
      await job.stop();
      await endLease(database, lease).catch(() => {});
    },
  };
};
