// Seeds the demo for development: accounts and lots, made through the same engine as everything else. It runs once, on
// an empty database. It must never run in production.

import { randomUUID } from "node:crypto";
import type { Category } from "@jara/shared/auction";
import { legalDocuments, legalVersions } from "@jara/shared/legal-versions";
import { toMinor } from "@jara/shared/money";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { hash } from "@node-rs/argon2";
import { eq, inArray, sql } from "drizzle-orm";
import type { UserCommand } from "../../auction/commands.ts";
import { maxBidIdOf } from "../../engine/max-bid-id.ts";
import type { Answered } from "../../engine/outcome.ts";
import {
  ADMIN,
  BIDDER_PASSWORD,
  BIDDERS,
  DEMO_DOMAIN,
  demoAccounts,
  SELLER_PASSWORD,
  SELLERS,
  UNVERIFIED,
} from "../../features/accounts/demo-accounts.ts";
import { createAuction } from "../../features/auctions/create-auction.ts";
import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway } from "../../platform/database/database-away.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { consents } from "../../platform/database/schema/own-data.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { StatementUnanswered } from "../../platform/database/unanswered-statements.ts";
import { uuidOf } from "../../platform/database/uuid.ts";
import { type DemoAction, type DemoLot, demoLots } from "./lots.ts";
import type { DemoMarket } from "./market.ts";
import { moveIntoPast, timesOver } from "./past.ts";
import { lotsOfSale, seedSale } from "./sale.ts";

const BALANCE = 5_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The demo's accounts are this old. */
const ACCOUNTS_AGE = 40 * DAY;

/** How many times it tries to fill a database that does not answer. */
const TRIES = 5;

/** The demo's ids say what they belong to, so a part that is sent again finds what it made before. */
const demoId = (of: "user" | "lot" | "command", name: string): string => uuidOf(`demo ${of} ${name}`);
const userIdOf = (name: string): string => demoId("user", name);
const lotIdOf = (slug: string): string => demoId("lot", slug);
const ADMIN_ID = userIdOf(ADMIN.name);

/**
 * Returns the lines that describe the demo's accounts. Goes on with a filling that was interrupted. Does nothing if the
 * database has other users.
 */
export const seedDemo = async (market: DemoMarket, say: (line: string) => void): Promise<readonly string[]> => {
  const { db } = market.database;
  const [isUsed, isDemo] = [(await db.$count(users)) > 0, (await db.$count(users, isDemoAdmin)) > 0];
  if (isUsed && !isDemo) return ["No demo market was made, because this database already has accounts."];
  if (await isWhole(market.database)) return demoAccounts;
  say(isUsed ? "Filling the rest of the demo market …" : "Filling the empty database with a demo market …");
  for (let tried = 1; ; tried += 1) {
    try {
      await fill(market);
      return demoAccounts;
    } catch (error) {
      if (!isDatabaseAway(error)) {
        const why = error instanceof Error ? error.message : error;
        throw new Error(`The demo market is not whole, because of "${why}". Start with an empty database.`);
      }
      if (tried === TRIES) throw error;
    }
  }
};

const isDemoAdmin = eq(users.email, `${ADMIN.name}@${DEMO_DOMAIN}`);

/** The administrator's consents are written last. */
const isWhole = async ({ db }: Database): Promise<boolean> => {
  const admin = db.select({ id: users.id }).from(users).where(isDemoAdmin);
  return (await db.$count(consents, inArray(consents.userId, admin))) > 0;
};

const fill = async (market: DemoMarket): Promise<void> => {
  const { database } = market;
  if ((await database.db.$count(users)) === 0) await seedUsers(database);
  // Reverse the order, because the listing shows the newest lot first.
  for (const [index, lot] of [...demoLots.entries()].reverse()) await seedLot(market, lot, index);
  await seedSale(market, ADMIN_ID, { publishId: demoId("command", "publish"), auctionIds: lotsOfSale.map(lotIdOf) });
  for (const lot of demoLots) if (lotsOfSale.includes(lot.slug)) await actOn(market, lot);
  await database.db
    .insert(consents)
    .values(consentsOf([ADMIN_ID]))
    .onConflictDoNothing();
};

const consentsOf = (userIds: readonly string[]) =>
  userIds.flatMap((userId) =>
    legalDocuments.map((document) => ({ userId, document, version: legalVersions[document], at: clockNow })),
  );

const seedUsers = async ({ db }: Database): Promise<void> => {
  const [adminHash, bidderHash, sellerHash] = await Promise.all(
    [ADMIN.password, BIDDER_PASSWORD, SELLER_PASSWORD].map((password) => hash(password)),
  );
  const names = [ADMIN.name, ...SELLERS, ...BIDDERS, UNVERIFIED];
  const isSeller = (name: string) => SELLERS.includes(name);
  const joined = sql`${clockNow} - ${ACCOUNTS_AGE}::float8 * interval '1 millisecond'`;
  const balanceMinor = toMinor(BALANCE);
  const people = names.map((name) => ({
    id: userIdOf(name),
    username: name,
    email: `${name}@${DEMO_DOMAIN}`,
    passwordHash: name === ADMIN.name ? adminHash : isSeller(name) ? sellerHash : bidderHash,
    role: name === ADMIN.name ? ("admin" as const) : isSeller(name) ? ("cataloguer" as const) : ("user" as const),
    emailVerifiedAt: name === UNVERIFIED ? null : clockNow,
    ...(BIDDERS.includes(name) && { balanceMinor }),
    createdAt: joined,
  }));
  const entries = people
    .filter(({ balanceMinor }) => balanceMinor)
    .map(({ id }) => ({
      id: randomUUID(),
      userId: id,
      amountMinor: balanceMinor,
      balanceAfterMinor: balanceMinor,
      cause: "demo",
      createdAt: joined,
    }));
  const accounts = db.$with("accounts").as(db.insert(users).values(people));
  const others = people.flatMap(({ id }) => (id === ADMIN_ID ? [] : [id]));
  const accepted = db.$with("accepted").as(db.insert(consents).values(consentsOf(others)));
  await db.with(accounts, accepted).insert(ledgerEntries).values(entries);
};

/** Does nothing twice. A lot of the sale stays a draft. */
const seedLot = async (market: DemoMarket, lot: DemoLot, index: number): Promise<void> => {
  const { database, engine } = market;
  const auctionId = lotIdOf(lot.slug);
  const now = Date.now();
  const startsIn = lot.startsInMinutes ?? null;
  const isScheduled = startsIn !== null;
  const isOfSale = lotsOfSale.includes(lot.slug);
  // Each lot is older than the one before it in the listing.
  const madeAt = now - (40 + 6 * index) * HOUR;
  const startsAt = isScheduled ? now + startsIn * MINUTE : madeAt;
  const minorOrNull = (amount: number | undefined) => (amount === undefined ? null : toMinor(amount));
  const media = lot.pictures.map((file) => ({
    url: `/media/demo/${file}`,
    type: "image" as const,
    filename: file,
    originalName: file,
  }));
  await createAuction(
    database,
    {
      auctionId,
      seller: { id: userIdOf(lot.seller), username: lot.seller },
      lot: {
        title: lot.title,
        description: lot.description,
        categories: lot.categories as Category[],
        condition: lot.condition,
        location: lot.location,
        media,
      },
      currency: lot.currency,
      startingPriceMinor: toMinor(lot.startingPrice),
      incrementMinor: toMinor(lot.bidIncrement),
      reserveMinor: minorOrNull(lot.reservePrice),
      buyItNowMinor: minorOrNull(lot.buyItNowPrice),
      softClose: USUAL_SOFT_CLOSE,
      status: isScheduled || isOfSale ? "draft" : "active",
      startsAt: isOfSale ? "by hand" : startsAt,
      endsAt: (isScheduled ? startsAt : now) + lot.endsInMinutes * MINUTE,
      durationMs: lot.endsInMinutes * MINUTE,
    },
    { commandId: demoId("command", lot.slug), fingerprint: "demo" },
  );
  if (!isOfSale) await actOn(market, lot);
  if (!isScheduled) {
    // A purchase has a deadline that counts from now, so it keeps its time.
    const count = isOfSale ? 0 : lot.actions.filter((action) => action.do !== "buy").length;
    await moveIntoPast(database, auctionId, madeAt, timesOver(count, now - madeAt, now, index));
    engine.evictAuction(auctionId);
  }
  if (lot.finally) {
    const commandId = demoId("command", `${lot.slug} ${lot.finally}`);
    const command = { auctionId, userId: ADMIN_ID, commandId, status: lot.finally };
    expectAccepted(await engine.submit({ ...command, type: "ChangeStatus" }), lot);
  }
};

const actOn = async ({ engine }: DemoMarket, lot: DemoLot): Promise<void> => {
  for (const [number, action] of lot.actions.entries()) {
    const command = toCommand(action, lot.currency, {
      auctionId: lotIdOf(lot.slug),
      userId: userIdOf(action.who),
      commandId: demoId("command", `${lot.slug} ${number}`),
    });
    expectAccepted(await engine.submit(command), lot);
  }
};

const toCommand = (
  action: DemoAction,
  currency: DemoLot["currency"],
  by: { auctionId: string; userId: string; commandId: string },
): UserCommand => {
  if (action.do === "buy") return { ...by, type: "BuyItNow", purchaseId: uuidOf(`purchase ${by.commandId}`) };
  const amountMinor = toMinor(action.amount);
  if (action.do === "bid") return { ...by, type: "PlaceBid", amountMinor };
  return { ...by, type: "SetMaxBid", maxBidId: maxBidIdOf(by.auctionId, by.userId), amountMinor, currency };
};

const expectAccepted = ({ outcome }: Answered, lot: DemoLot): void => {
  if (outcome.ok) return;
  if (outcome.error.code === "UNAVAILABLE") throw new StatementUnanswered();
  throw new Error(`demo lot ${lot.slug}: ${outcome.error.message}`);
};
