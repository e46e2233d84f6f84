// The statements behind `pnpm load:participants`: each makes or hides one part of the load-test data. Names mark what
// was made here: accounts that nobody can sign in to, at a domain without mail, and auctions by such a seller.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { and, eq, inArray, isNull, like, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { insertSelect } from "../../platform/database/statement-text.ts";
import { increased, oneRow } from "../../platform/database/statements.ts";

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

/** In milliseconds, as the columns have it. */
const databaseClock = (db: Db) =>
  db.$with("clock", { at: sql<number>`at`.as("at") }).as(sql`select date_trunc('milliseconds', clock_now()) as at`);

const newId = sql`gen_random_uuid()`;

/** Makes verified bidders who can afford any bid. `name` distinguishes one data set from another. */
export const makeBidders = async ({ db }: Database, name: string, count: number): Promise<MadeAccount[]> => {
  const clock = databaseClock(db);
  const bidders = db.$with("bidders", made).as(
    sql`${insertSelect(users, {
      id: newId,
      username: sql`${`load ${name} bidder `} || n`,
      email: sql`${`load-${name}-`} || n || ${ADDRESS}`,
      emailVerifiedAt: clock.at,
      balanceMinor: BALANCE_MINOR,
      wantsOutbidMail: false,
      createdAt: clock.at,
    })} from generate_series(1, ${count}::int) n, ${clock} returning ${sql.join(Object.values(made), sql`, `)}`,
  );
  const credited = db.$with("credited", {}).as(
    sql`${insertSelect(ledgerEntries, {
      id: newId,
      userId: bidders.id,
      amountMinor: BALANCE_MINOR,
      balanceAfterMinor: BALANCE_MINOR,
      cause: "load test",
      createdAt: clock.at,
    })} from ${bidders}, ${clock}`,
  );
  return await db.with(clock, bidders, credited).select().from(bidders);
};

/**
 * Makes the seller, an administrator, because only staff make lots. Nobody has the account's password, and a token for
 * it is made only on request.
 */
export const makeSeller = async ({ db }: Database, name: string): Promise<MadeAccount> => {
  const clock = databaseClock(db);
  const now = sql`(select ${clock.at} from ${clock})`;
  const id = randomUUID();
  const recorded = db.$with("recorded").as(
    db.insert(adminActions).values({
      id: randomUUID(),
      action: "role",
      userId: id,
      details: { to: "admin", by: MADE_BY },
      at: now,
    }),
  );
  const [seller] = await db
    .with(clock, recorded)
    .insert(users)
    .values({
      id,
      username: `load ${name} seller`,
      email: `load-${name}-seller${ADDRESS}`,
      role: "admin",
      emailVerifiedAt: now,
      wantsOutbidMail: false,
      createdAt: now,
    })
    .returning(made);
  if (!seller) throw new Error("the seller was not made");
  return seller;
};

const description =
  "Made by the load tester, to be bid on by its bidders alone. It is not for sale, and no bid on it is meant. ".repeat(
    3,
  );

/**
 * Makes auctions without pictures that are open for a day, and returns their ids. Each auction gets the first entry of
 * its log, like an auction made on the site.
 */
export const makeAuctions = async (
  { db }: Database,
  name: string,
  { id: sellerId, username }: MadeAccount,
  count: number,
): Promise<string[]> => {
  const { title, startsAt, endsAt } = auctions;
  const lot = { description, categories: ["general"], condition: "good", location: null, media: [] } as const;
  const terms = { currency: "NGN", startingPriceMinor: STARTING_PRICE_MINOR, incrementMinor: INCREMENT_MINOR } as const;
  const clock = databaseClock(db);
  const lots = db
    .$with("lots", { lotId: sql<string>`lot_id`.as("lot_id"), n: sql<number>`n`.as("n") })
    .as(sql`select ${newId} as lot_id, n from generate_series(1, ${count}::int) n`);
  const opened = db.$with("opened", { id: auctions.id, title, startsAt, endsAt }).as(
    sql`${insertSelect(auctions, {
      ...terms,
      id: lots.lotId,
      sellerId,
      title: sql`${`Load test of ${name}, lot `} || ${lots.n}`,
      description,
      categories: sql`'{general}'`,
      condition: lot.condition,
      media: [],
      status: "active",
      priceMinor: STARTING_PRICE_MINOR,
      startsAt: clock.at,
      endsAt: sql`${clock.at} + ${LASTS_HOURS}::int * interval '1 hour'`,
      version: 1,
      revision: 1,
      createdAt: clock.at,
      updatedAt: clock.at,
    })} from ${lots}, ${clock} returning ${auctions.id}, ${title}, ${startsAt}, ${endsAt}`,
  );
  const ms = (time: SQLWrapper) => sql`(extract(epoch from ${time}) * 1000)::bigint`;
  const event = {
    ...terms,
    ...{ type: "AuctionCreated", seller: { id: sellerId, username }, lot },
    ...{ reserveMinor: null, buyItNowMinor: null, status: "active" },
  };
  const logged = db.$with("logged", {}).as(
    sql`${insertSelect(auctionEvents, {
      auctionId: opened.id,
      revision: 1,
      version: 1,
      events: sql`jsonb_build_array(jsonb_set(${JSON.stringify(event)}::jsonb, '{lot,title}', to_jsonb(${opened.title}))
        || jsonb_build_object('auctionId', ${opened.id}, 'startsAt', ${ms(opened.startsAt)},
          'endsAt', ${ms(opened.endsAt)}))::json`,
      actorId: sellerId,
      at: clock.at,
    })} from ${opened}, ${clock}`,
  );
  const rows = await db
    .with(clock, lots, opened, logged)
    .select({ id: opened.id })
    .from(opened)
    .innerJoin(lots, eq(lots.lotId, opened.id))
    .orderBy(lots.n);
  return rows.map(({ id }) => id);
};

/**
 * Hides all load-test data in the database. Auctions are removed as if an administrator deleted them (the log keeps
 * them and their bids, and the fence informs every node). What their winners owe becomes void, accounts are suspended,
 * and their sessions become void. It must never delete anything from the ledger or the log.
 */
export const removeParticipants = async ({ db }: Database): Promise<{ auctions: number; accounts: number }> => {
  const clock = databaseClock(db);
  const now = sql`(select ${clock.at} from ${clock})`;
  const people = db.$with("people").as(db.select({ id: users.id }).from(users).where(isMadeHere));
  const theirs = db.select({ id: people.id }).from(people);
  const lots = db.$with("lots").as(
    db
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(inArray(auctions.sellerId, theirs), isNull(auctions.removedAt)))
      .orderBy(auctions.id)
      .for("no key update"),
  );
  const taken = db.$with("taken").as(
    db
      .update(auctions)
      .set({
        status: "cancelled",
        winnerId: null,
        pausedAt: null,
        pausedUntil: null,
        pauseReason: null,
        isEndSet: false,
        removedAt: now,
        updatedAt: now,
        version: increased(auctions.version),
        revision: increased(auctions.revision),
      })
      .from(lots)
      .where(eq(auctions.id, lots.id))
      .returning({ id: auctions.id, version: auctions.version, revision: auctions.revision }),
  );
  const logged = db.$with("logged", {}).as(
    sql`${insertSelect(auctionEvents, {
      auctionId: taken.id,
      revision: taken.revision,
      version: taken.version,
      events: [{ type: "AuctionRemoved" }],
      at: clock.at,
    })} from ${taken}, ${clock}`,
  );
  const waived = db.$with("waived").as(
    db
      .update(settlements)
      .set({ status: "void", closedAt: now })
      .from(taken)
      .where(and(eq(settlements.auctionId, taken.id), eq(settlements.status, "open"))),
  );
  const suspended = db.$with("suspended").as(
    db
      .update(users)
      .set({ bannedAt: now, tokenVersion: increased(users.tokenVersion), revision: increased(users.revision) })
      .from(people)
      .where(and(eq(users.id, people.id), isNull(users.bannedAt)))
      .returning({ id: users.id }),
  );
  const recorded = db.$with("recorded", {}).as(
    sql`${insertSelect(adminActions, {
      id: newId,
      action: "ban",
      userId: suspended.id,
      details: { by: MADE_BY },
      at: clock.at,
    })} from ${suspended}, ${clock}`,
  );
  const [row] = await db
    .with(clock, people, lots, taken, logged, waived, suspended, recorded)
    .select({ auctions: db.$count(taken), accounts: db.$count(suspended) })
    .from(oneRow);
  return row ?? { auctions: 0, accounts: 0 };
};
