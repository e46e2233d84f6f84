// Implements the engine's store port over the database. A read may be outdated a moment later; the commit's fence
// catches that.
import { getViewSelectedFields, sql } from "drizzle-orm";
import type { LoggedChange, UserFacts } from "../../auction/commands.ts";
import type { MaxBid } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Row } from "../../platform/database/database.ts";
import type { DatabaseClock } from "../../platform/database/database-clock.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { maxBids } from "../../platform/database/schema/bids.ts";
import { storedOutcomes } from "../../platform/database/schema/log.ts";
import { isAnyOfPlaceholder, prepared } from "../../platform/database/statements.ts";
import { fromJson, isUuid } from "../../platform/database/values.ts";
import { RING_FOR_S } from "../close-clock.ts";
import type { Due, EngineStore, KnownOutcome } from "../ports.ts";
import { interestsAmong } from "../reads/interests.ts";
import { selectAuctions, toState } from "./auction-rows.ts";
import { commitBatch } from "./commit-batch.ts";
import { encode } from "./commit-params.ts";
import { RepeatsMet } from "./duplicate-commands.ts";
import { RecentMails } from "./recent-mails.ts";
import { toKnownOutcome } from "./stored-outcome.ts";

const maxima = sql<MaxBid[] | null>`(
  select json_agg(json_build_object(
    'id', ${maxBids.id}, 'owner', json_build_object('id', ${users.id}, 'username', ${users.username}),
    'amountMinor', ${maxBids.amountMinor}, 'reachedRevision', ${maxBids.reachedRevision},
    'autoBidCount', ${maxBids.autoBidCount}, 'lastAutoBidMinor', ${maxBids.lastAutoBidMinor},
    'contentVersion', ${maxBids.contentVersion}) order by ${maxBids.reachedRevision})
  from ${maxBids} join ${users} on ${users.id} = ${maxBids.userId}
  where ${maxBids.auctionId} = ${auctions.id} and not ${maxBids.cancelled})`;

const auctionsWithMaxima = prepared((db) =>
  selectAuctions(db, { maxima }).where(isAnyOfPlaceholder(auctions.id, "ids")).prepare("auctions with maxima"),
);

const uuids = (ids: readonly string[]): string => arrayLiteral(ids.filter(isUuid));
/** Used as a row source, because `= any($1::text::uuid[])` would parse the array again for every row. */
const anyOf = (parameter: number): string => `select unnest($${parameter}::text::uuid[])`;

/** Returns the first outcomes of those of the given commands that were executed before. */
export const loadOutcomes = async (
  database: Database,
  keys: readonly { userId: string; commandId: string }[],
): Promise<KnownOutcome[]> => {
  const asked = sql`unnest(${arrayLiteral(keys.map(({ userId }) => userId))}::uuid[],
    ${arrayLiteral(keys.map(({ commandId }) => commandId))}::text[]) as asked(user_id, command_id)`;
  const rows = await database.db
    .select(getViewSelectedFields(storedOutcomes))
    .from(storedOutcomes)
    .innerJoin(asked, sql`asked.user_id = ${storedOutcomes.userId} and asked.command_id = ${storedOutcomes.commandId}`);
  return rows.map(toKnownOutcome);
};

export const createEngineStore = (database: Database, clock: DatabaseClock): EngineStore => {
  const recent = new RecentMails();
  const repeatsMet = new RepeatsMet();
  const load: EngineStore["loadOutcomes"] = (keys) => loadOutcomes(database, keys);
  return {
    loadOutcomes: load,

    async loadAuctions(ids) {
      const rows = await auctionsWithMaxima(database).execute({ ids: arrayLiteral(ids.filter(isUuid)) });
      return rows.map(({ maxima, ...row }) =>
        toState(row, new Map(maxima?.map((maxBid) => [maxBid.owner.id, maxBid]))),
      );
    },

    async loadUsers(ids) {
      const rows = await database.query<Omit<UserFacts, "balanceMinor"> & { balanceMinor: number }>(
        `select id, username, role, email_verified_at is not null as "isEmailVerified",
           banned_at is not null as "isBanned", balance_minor::float8 as "balanceMinor", revision,
           (select count(*)::int from purchases where buyer_id = users.id and status = 'pending') as "openPurchases",
           (select extract(epoch from max(closed_at)) * 1000 from purchases
             where buyer_id = users.id and status = 'forfeited')::float8 as "forfeitedAt"
         from users where id in (${anyOf(1)})`,
        [uuids(ids)],
      );
      return rows;
    },

    async loadHolidays() {
      const rows = await database.query<{ date: string }>(
        `select to_char(date, 'YYYY-MM-DD') as date from public_holidays where date >= (select clock_timestamp()) - interval '1 day'`,
      );
      return new Set(rows.map(({ date }) => date));
    },

    async loadLog(auctionId) {
      if (!isUuid(auctionId)) return [];
      const rows = await database.query<Omit<LoggedChange, "events"> & { events: LoggedChange["events"] | string }>(
        `select revision, events, actor_id as "actorId", (extract(epoch from at) * 1000)::float8 as at
         from auction_events where auction_id = $1::text::uuid order by revision`,
        [auctionId],
      );
      return rows.map(({ events, ...change }) => ({ ...change, events: fromJson(events) }));
    },

    loadInterests: (pairs) => interestsAmong(database, pairs),

    prepare(batch) {
      const encoded = encode(batch, recent);
      return () => commitBatch(database, clock, recent, load, repeatsMet, batch, encoded);
    },

    takeTurn: async () => (await database.turns?.take()) ?? (() => {}),

    async due(withinMs) {
      return await database.query<Due & Row>(
        `with horizon as (select clock_timestamp() + $1::text::int * interval '1 millisecond' as at)
         select id as "auctionId", 'CloseAuction' as command, (extract(epoch from ends_at) * 1000)::float8 as at
         from auctions, horizon where status = 'active' and ends_at <= horizon.at
         union all
         select id, 'StartAuction', (extract(epoch from starts_at) * 1000)::float8
         from auctions, horizon where status = 'draft' and starts_at <= horizon.at
         union all
         select auction_id, 'ExpirePurchase', (extract(epoch from deadline_at) * 1000)::float8
         from purchases, horizon where status = 'pending' and deadline_at <= horizon.at
           -- after this it is the forfeiting job's
           and deadline_at > horizon.at - $1::text::int * interval '1 millisecond' - interval '${RING_FOR_S} seconds'`,
        [withinMs],
      );
    },
  };
};
