// Seeds the demo for development: accounts and lots, made through the same engine as everything else. It runs once, on
// an empty database. It must never run in production.

import { randomUUID } from "node:crypto";
import type { Category } from "@jara/shared/auction";
import { legalDocuments, legalVersions } from "@jara/shared/legal-versions";
import { toMinor } from "@jara/shared/money";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { hash } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
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
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { consents } from "../../platform/database/schema/own-data.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
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

/** The accounts' ids, by name. */
type Ids = ReadonlyMap<string, string>;

/** Returns the lines that describe the demo's accounts. Does nothing if the database already has users. */
export const seedDemo = async (market: DemoMarket, say: (line: string) => void): Promise<readonly string[]> => {
  const { db } = market.database;
  if ((await db.$count(users)) > 0) {
    const isDemo = (await db.$count(users, eq(users.email, `${ADMIN.name}@${DEMO_DOMAIN}`))) > 0;
    return isDemo ? demoAccounts : ["No demo market was made, because this database already has accounts."];
  }
  say("Filling the empty database with a demo market …");
  const ids = await seedUsers(market.database);
  const adminId = ids.get(ADMIN.name) ?? "";
  const drafts = new Map<string, string>();
  // Reverse the order, because the listing shows the newest lot first.
  for (const [index, lot] of [...demoLots.entries()].reverse()) {
    const auctionId = await seedLot(market, { lot, index, adminId, ids });
    if (lotsOfSale.includes(lot.slug)) drafts.set(lot.slug, auctionId);
  }
  await seedSale(
    market,
    adminId,
    lotsOfSale.map((slug) => drafts.get(slug) ?? ""),
  );
  for (const lot of demoLots) {
    const auctionId = drafts.get(lot.slug);
    if (auctionId) await actOn(market, { lot, auctionId, ids });
  }
  return demoAccounts;
};

const seedUsers = async ({ db }: Database): Promise<Map<string, string>> => {
  const [adminHash, bidderHash, sellerHash] = await Promise.all(
    [ADMIN.password, BIDDER_PASSWORD, SELLER_PASSWORD].map((password) => hash(password)),
  );
  const names = [ADMIN.name, ...SELLERS, ...BIDDERS, UNVERIFIED];
  const isSeller = (name: string) => SELLERS.includes(name);
  const ids = new Map(names.map((name) => [name, randomUUID()]));
  const joined = sql`${clockNow} - ${ACCOUNTS_AGE}::float8 * interval '1 millisecond'`;
  const balanceMinor = toMinor(BALANCE);
  const people = names.map((name) => ({
    id: ids.get(name) ?? "",
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
  const accepted = db
    .$with("accepted")
    .as(
      db
        .insert(consents)
        .values(
          people.flatMap(({ id: userId }) =>
            legalDocuments.map((document) => ({ userId, document, version: legalVersions[document], at: clockNow })),
          ),
        ),
    );
  await db.with(accounts, accepted).insert(ledgerEntries).values(entries);
  return ids;
};

/** Returns the new lot's id. A lot of the sale stays a draft. */
const seedLot = async (
  market: DemoMarket,
  { lot, index, adminId, ids }: { lot: DemoLot; index: number; adminId: string; ids: Ids },
): Promise<string> => {
  const { database, engine } = market;
  const auctionId = randomUUID();
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
      seller: { id: ids.get(lot.seller) ?? "", username: lot.seller },
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
    { commandId: randomUUID(), fingerprint: "demo" },
  );
  if (!isOfSale) await actOn(market, { lot, auctionId, ids });
  if (!isScheduled) {
    // A purchase has a deadline that counts from now, so it keeps its time.
    const count = isOfSale ? 0 : lot.actions.filter((action) => action.do !== "buy").length;
    await moveIntoPast(database, auctionId, madeAt, timesOver(count, now - madeAt, now, index));
    engine.evictAuction(auctionId);
  }
  if (lot.finally) {
    const command = { auctionId, userId: adminId, commandId: randomUUID(), status: lot.finally };
    expectAccepted(await engine.submit({ ...command, type: "ChangeStatus" }), lot);
  }
  return auctionId;
};

const actOn = async (
  { engine }: DemoMarket,
  { lot, auctionId, ids }: { lot: DemoLot; auctionId: string; ids: Ids },
): Promise<void> => {
  for (const action of lot.actions) {
    const command = toCommand(action, lot.currency, { auctionId, userId: ids.get(action.who) ?? "" });
    expectAccepted(await engine.submit(command), lot);
  }
};

const toCommand = (
  action: DemoAction,
  currency: DemoLot["currency"],
  by: { auctionId: string; userId: string },
): UserCommand => {
  const base = { ...by, commandId: randomUUID() };
  if (action.do === "buy") return { ...base, type: "BuyItNow", purchaseId: randomUUID() };
  const amountMinor = toMinor(action.amount);
  if (action.do === "bid") return { ...base, type: "PlaceBid", amountMinor };
  return { ...base, type: "SetMaxBid", maxBidId: maxBidIdOf(by.auctionId, by.userId), amountMinor, currency };
};

const expectAccepted = ({ outcome }: Answered, lot: DemoLot): void => {
  if (!outcome.ok) throw new Error(`demo lot ${lot.slug}: ${outcome.error.message}`);
};
