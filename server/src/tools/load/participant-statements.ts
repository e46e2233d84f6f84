// The statements behind `pnpm load:participants`: each makes or hides one part of the load-test data. Names mark what
// was made here: accounts that nobody can sign in to, at a domain without mail, and auctions by such a seller.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { and, eq, inArray, isNull, like } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased, isAnyOf, readNow } from "../../platform/database/statements.ts";

/**
 * A reserved domain where nobody has an address (RFC 2606). Together with no password and no Google account, it marks
 * the accounts that were made here.
 */
const ADDRESS = "@load.invalid";
/** The audit log's name for this program. It is the program's older name, because existing entries have it. */
const MADE_BY = "load:field";
const isMadeHere = and(like(users.email, `%${ADDRESS}`), isNull(users.passwordHash), isNull(users.googleId));

/** NGN 10,000,000,000.00, the highest amount that a request accepts. It covers 20% of any price. */
const BALANCE_MINOR = 1_000_000_000_000 as Minor;
const STARTING_PRICE_MINOR = 100_000 as Minor;
const INCREMENT_MINOR = 10_000 as Minor;
export const LASTS_HOURS = 24;

export interface MadeAccount {
  readonly id: string;
  readonly username: string;
  readonly tokenVersion: number;
}
const made = { id: users.id, username: users.username, tokenVersion: users.tokenVersion };

/** Rows of one statement, and how long a transaction of many statements may take. */
const AT_ONCE = 500;
const LONG = { withinMs: 60_000 };

const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, part) =>
    rows.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );

/** Makes verified bidders who can afford any bid. `name` distinguishes one data set from another. */
export const makeBidders = ({ transaction }: Database, name: string, count: number): Promise<MadeAccount[]> =>
  transaction(async (tx) => {
    const bidders: MadeAccount[] = [];
    for (const part of inParts(Array.from({ length: count }, (_, n) => n + 1))) {
      const rows = part.map((n) => ({
        id: randomUUID(),
        username: `load ${name} bidder ${n}`,
        email: `load-${name}-${n}${ADDRESS}`,
        emailVerifiedAt: clockNow,
        balanceMinor: BALANCE_MINOR,
        wantsOutbidMail: false,
        createdAt: clockNow,
      }));
      bidders.push(...(await tx.insert(users).values(rows).returning(made)));
      await tx.insert(ledgerEntries).values(
        rows.map(({ id: userId }) => ({
          id: randomUUID(),
          userId,
          amountMinor: BALANCE_MINOR,
          balanceAfterMinor: BALANCE_MINOR,
          cause: "load test",
          createdAt: clockNow,
        })),
      );
    }
    return bidders;
  }, LONG);

/**
 * Makes the seller, an administrator, because only staff make lots. Nobody has the account's password, and a token for
 * it is made only on request.
 */
export const makeSeller = ({ transaction }: Database, name: string): Promise<MadeAccount> =>
  transaction(async (tx) => {
    const [seller] = await tx
      .insert(users)
      .values({
        id: randomUUID(),
        username: `load ${name} seller`,
        email: `load-${name}-seller${ADDRESS}`,
        role: "admin",
        emailVerifiedAt: clockNow,
        wantsOutbidMail: false,
        createdAt: clockNow,
      })
      .returning(made);
    if (!seller) throw new Error("the seller was not made");
    await recordAction(tx, { action: "role", userId: seller.id, details: { to: "admin", by: MADE_BY } });
    return seller;
  });

const description =
  "Made by the load tester, to be bid on by its bidders alone. It is not for sale, and no bid on it is meant. ".repeat(
    3,
  );

/**
 * Makes auctions without pictures that are open for a day, and returns their ids. Each auction gets the first entry of
 * its log, like an auction made on the site.
 */
export const makeAuctions = (
  { transaction }: Database,
  name: string,
  { id: sellerId, username }: MadeAccount,
  count: number,
): Promise<string[]> =>
  transaction(async (tx) => {
    const startsAt = await readNow(tx);
    const endsAt = startsAt + LASTS_HOURS * 3_600_000;
    const terms = {
      currency: "NGN",
      startingPriceMinor: STARTING_PRICE_MINOR,
      incrementMinor: INCREMENT_MINOR,
    } as const;
    const ids: string[] = [];
    for (const part of inParts(Array.from({ length: count }, (_, n) => n + 1))) {
      const lots = part.map((n) => ({
        id: randomUUID(),
        title: `Load test of ${name}, lot ${n}`,
        description,
        categories: ["general"],
        condition: "good" as const,
      }));
      await tx.insert(auctions).values(
        lots.map((lot) => ({
          ...terms,
          ...lot,
          sellerId,
          media: [],
          status: "active" as const,
          priceMinor: STARTING_PRICE_MINOR,
          startsAt,
          endsAt,
          version: 1,
          revision: 1,
          createdAt: startsAt,
          updatedAt: startsAt,
        })),
      );
      const seller = { id: sellerId, username };
      await tx.insert(auctionEvents).values(
        lots.map(({ id: auctionId, ...text }) => {
          const lot = { ...text, location: null, media: [] };
          const limits = { reserveMinor: null, buyItNowMinor: null };
          const event = { type: "AuctionCreated", auctionId, seller, lot, ...terms, ...limits, startsAt, endsAt };
          const events = [{ ...event, status: "active" }];
          return { auctionId, revision: 1, version: 1, events, actorId: sellerId, at: startsAt };
        }),
      );
      ids.push(...lots.map(({ id }) => id));
    }
    return ids;
  }, LONG);

/**
 * Hides all load-test data in the database. Auctions are removed as if an administrator deleted them (the log keeps
 * them and their bids, and the fence informs every node). What their winners owe becomes void, accounts are suspended,
 * and their sessions become void. It must never delete anything from the ledger or the log.
 */
export const removeParticipants = async (database: Database): Promise<{ auctions: number; accounts: number }> => {
  const removed = { auctions: 0, accounts: 0 };
  for (let some = AT_ONCE; some === AT_ONCE; removed.auctions += some) some = await removeSomeAuctions(database);
  for (let some = AT_ONCE; some === AT_ONCE; removed.accounts += some) some = await suspendSome(database);
  return removed;
};

const removeSomeAuctions = ({ transaction }: Database): Promise<number> =>
  transaction(async (tx) => {
    const theirs = tx.select({ id: users.id }).from(users).where(isMadeHere);
    const lots = await tx
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(inArray(auctions.sellerId, theirs), isNull(auctions.removedAt)))
      .orderBy(auctions.id)
      .limit(AT_ONCE)
      .for("no key update");
    if (lots.length === 0) return 0;
    const now = await readNow(tx);
    const ids = lots.map(({ id }) => id);
    const taken = await tx
      .update(auctions)
      .set({
        status: "cancelled",
        isUpcoming: false,
        winnerId: null,
        pausedAt: null,
        pausedUntil: null,
        pauseReason: null,
        statusReason: null,
        isEndSet: false,
        removedAt: now,
        updatedAt: now,
        version: increased(auctions.version),
        revision: increased(auctions.revision),
      })
      .where(isAnyOf(auctions.id, ids))
      .returning({ auctionId: auctions.id, version: auctions.version, revision: auctions.revision });
    await tx
      .insert(auctionEvents)
      .values(taken.map((one) => ({ ...one, events: [{ type: "AuctionRemoved" }], at: now })));
    await tx
      .update(settlements)
      .set({ status: "void", closedAt: now })
      .where(and(isAnyOf(settlements.auctionId, ids), eq(settlements.status, "open")));
    return taken.length;
  });

const suspendSome = ({ transaction }: Database): Promise<number> =>
  transaction(async (tx) => {
    const people = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isMadeHere, isNull(users.bannedAt)))
      .orderBy(users.id)
      .limit(AT_ONCE)
      .for("no key update");
    if (people.length === 0) return 0;
    const ids = people.map(({ id }) => id);
    await tx
      .update(users)
      .set({ bannedAt: clockNow, tokenVersion: increased(users.tokenVersion), revision: increased(users.revision) })
      .where(isAnyOf(users.id, ids));
    for (const userId of ids) await recordAction(tx, { action: "ban", userId, details: { by: MADE_BY } });
    return ids.length;
  });
