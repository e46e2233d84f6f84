// Implements the engine's store port over the database. A read may be outdated a moment later; the commit's fence
// catches that.

import type { IncrementTable } from "@jara/shared/increment-steps";
import type { StoredRules } from "@jara/shared/payment-rules";
import { and, desc, eq, getViewSelectedFields, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { LoggedChange } from "../../auction/commands.ts";
import type { MaxBid } from "../../auction/state.ts";
import { toTakenRules } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import type { DatabaseClock } from "../../platform/database/database-clock.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { maxBids } from "../../platform/database/schema/bids.ts";
import { auctionEvents, storedOutcomes } from "../../platform/database/schema/log.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { publicHolidays, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { databaseNow, isAnyOfPlaceholder, isPresent, prepared } from "../../platform/database/statements.ts";
import { CommitUnconfirmed } from "../../platform/database/unanswered-statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { EngineStore, KnownOutcome } from "../ports.ts";
import { agreedPrices } from "../reads/agreed-prices.ts";
import { dueCommands } from "../reads/due-commands.ts";
import { goneBiddersOn } from "../reads/gone-bidders.ts";
import { interestsAmong, passedOverAmong } from "../reads/interests.ts";
import { isRelisted } from "../reads/relisted.ts";
import { boundsOf, holdRevisionOf, toBounds } from "../reads/reservations.ts";
import { selectAuctions, toState } from "./auction-rows.ts";
import { commitBatch } from "./commit-batch.ts";
import { encode } from "./commit-params.ts";
import { DuplicateCommands } from "./duplicate-commands.ts";
import { toKnownOutcome } from "./stored-outcome.ts";

const uuids = (ids: readonly string[]): string => arrayLiteral(ids.filter(isUuid));

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

const purchasesOf = (status: "pending" | "forfeited"): SQL | undefined =>
  and(eq(purchases.buyerId, users.id), hasValue(purchases.status, status));

const unpaidWins = and(
  eq(settlements.winnerId, users.id),
  hasValue(settlements.status, "forfeited"),
  isNull(settlements.pardonedAt),
);

/** An administrator gave the penalty back, so the purchase no longer counts against its buyer. */
const isPardoned = sql`exists (select from ${ledgerEntries} where ${ledgerEntries.userId} = ${purchases.buyerId}
  and ${ledgerEntries.settlementId} = ${purchases.id} and ${hasValue(ledgerEntries.cause, "forfeit-return")})`;

const factColumns = {
  id: users.id,
  username: users.username,
  role: users.role,
  isEmailVerified: isPresent(users.emailVerifiedAt),
  isBanned: isPresent(users.bannedAt),
  isClosing: isPresent(users.closesAt),
  isDeleted: isPresent(users.deletedAt),
  balanceMinor: users.balanceMinor,
  revision: users.revision,
  openPurchases: sql<number>`(select count(*) from ${purchases} where ${purchasesOf("pending")})`,
  unpaidWins: sql<number>`(select count(*)::int from ${settlements} where ${unpaidWins})`,
  forfeitedAt: sql<number | null>`(select extract(epoch from max(${purchases.closedAt})) * 1000
        from ${purchases} where ${purchasesOf("forfeited")} and not ${isPardoned})::float8`,
};

const factsOfUsers = prepared((db) =>
  db.select(factColumns).from(users).where(isAnyOfPlaceholder(users.id, "ids")).prepare("facts of users"),
);

/** One statement reads the revision and the bound amounts, so that both are from one moment. */
const factsWithHolds = prepared((db) =>
  db
    .select({ ...factColumns, holdRevision: holdRevisionOf(users.id), bounds: boundsOf(users.id) })
    .from(users)
    .where(isAnyOfPlaceholder(users.id, "ids"))
    .prepare("facts of users with holds"),
);

const holidays = prepared((db) =>
  db
    .select({ date: publicHolidays.date })
    .from(publicHolidays)
    .where(sql`${publicHolidays.date} >= ${databaseNow} - interval '1 day'`)
    .prepare("holidays"),
);

const newestOf = <Value>(db: Db, section: "lot-rules" | "increments") =>
  db
    .select({ value: sql<Value>`${settingVersions.value}`, version: settingVersions.version })
    .from(settingVersions)
    .where(hasValue(settingVersions.section, section))
    .orderBy(desc(settingVersions.version))
    .limit(1);
const rulesInForce = prepared((db) => newestOf<StoredRules>(db, "lot-rules").prepare("rules in force"));
const incrementsInForce = prepared((db) => newestOf<IncrementTable>(db, "increments").prepare("increments in force"));

/** Returns the first outcomes of those of the given commands that were executed before. */
export const loadOutcomes = async (
  { db }: Database,
  keys: readonly { userId: string; commandId: string }[],
): Promise<KnownOutcome[]> => {
  const userIds = arrayLiteral(keys.map((key) => key.userId));
  const commandIds = arrayLiteral(keys.map((key) => key.commandId));
  const rows = await db
    .select(getViewSelectedFields(storedOutcomes))
    .from(storedOutcomes)
    .innerJoin(
      sql`unnest(${userIds}::uuid[], ${commandIds}::text[]) as k(user_id, command_id)`,
      and(eq(storedOutcomes.userId, sql`k.user_id`), eq(storedOutcomes.commandId, sql`k.command_id`)),
    );
  return rows.map(toKnownOutcome);
};

const logOf = async ({ db }: Database, auctionId: string): Promise<LoggedChange[]> => {
  if (!isUuid(auctionId)) return [];
  return await db
    .select({
      revision: auctionEvents.revision,
      events: sql<LoggedChange["events"]>`${auctionEvents.events}`,
      actorId: auctionEvents.actorId,
      at: auctionEvents.at,
    })
    .from(auctionEvents)
    .where(eq(auctionEvents.auctionId, auctionId))
    .orderBy(auctionEvents.revision);
};

const handedOverAmong = async ({ db }: Database, auctionIds: readonly string[]): Promise<string[]> => {
  const ids = auctionIds.filter(isUuid);
  const handedOver = (table: typeof settlements | typeof purchases) =>
    db
      .select({ id: table.auctionId })
      .from(table)
      .where(and(inArray(table.auctionId, ids), hasValue(table.status, "paid"), isNotNull(table.handedOverAt)));
  if (ids.length === 0) return [];
  const rows = await Promise.all([handedOver(settlements), handedOver(purchases)]);
  return rows.flat().map(({ id }) => id);
};

const relistedAmong = async ({ db }: Database, auctionIds: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ id: relistings.relistedFrom })
    .from(relistings)
    .where(and(inArray(relistings.relistedFrom, auctionIds.filter(isUuid)), isRelisted(relistings.relistedFrom)));
  return rows.map(({ id }) => id);
};

/** `reserves`: bids reserve money (`BALANCE_RULE=hold`). */
export const createEngineStore = (database: Database, clock: DatabaseClock, reserves = false): EngineStore => {
  const duplicates = new DuplicateCommands();
  const load: EngineStore["loadOutcomes"] = (keys) => loadOutcomes(database, keys);
  const confirmKnown = async <K extends readonly KnownOutcome[]>(known: K): Promise<K> => {
    if (known.length === 0 || (await database.replication.confirmed())) return known;
    throw new CommitUnconfirmed();
  };
  return {
    reserves,
    // Wait for the standby, because the first commit may have waited for a standby that was lost, and was then never
    // answered.
    loadOutcomes: async (keys) => await confirmKnown(await load(keys)),

    async loadAuctions(ids) {
      const rows = await auctionsWithMaxima(database).execute({ ids: uuids(ids) });
      return rows.map(({ maxima, ...row }) =>
        toState(row, new Map(maxima?.map((maxBid) => [maxBid.owner.id, maxBid]))),
      );
    },

    async loadUsers(ids) {
      if (!reserves) return await factsOfUsers(database).execute({ ids: uuids(ids) });
      const rows = await factsWithHolds(database).execute({ ids: uuids(ids) });
      return rows.map(({ holdRevision, bounds, ...facts }) => ({
        ...facts,
        hold: { revision: holdRevision, bounds: toBounds(bounds) },
      }));
    },

    async loadHolidays() {
      return new Set((await holidays(database).execute()).map(({ date }) => date));
    },

    async loadRules() {
      const [row] = await rulesInForce(database).execute();
      return row ? toTakenRules({ ...row.value, version: row.version }) : null;
    },

    async loadIncrements() {
      const [row] = await incrementsInForce(database).execute();
      return row ? { table: row.value, version: row.version } : null;
    },

    loadLog: (auctionId) => logOf(database, auctionId),
    loadInterests: (pairs) => interestsAmong(database, pairs),
    loadPassedOver: (pairs) => passedOverAmong(database, pairs),
    loadGoneBidders: (auctionId) => goneBiddersOn(database, auctionId),

    loadHandedOver: (auctionIds) => handedOverAmong(database, auctionIds),
    loadRelisted: (auctionIds) => relistedAmong(database, auctionIds),
    loadAgreed: (auctionIds) => agreedPrices(database, auctionIds.filter(isUuid)),

    prepare(batch) {
      const encoded = encode(batch);
      return async () => {
        const result = await commitBatch(database, clock, load, duplicates, batch, encoded);
        await confirmKnown(result.known);
        return result;
      };
    },

    takeAdvisoryLocks: (auctionIds) => database.advisoryLock.take(auctionIds),

    due: (withinMs) => dueCommands(database, withinMs),
  };
};
