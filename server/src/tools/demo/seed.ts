// Seeds the demo for development: accounts and lots, made through the same engine as everything else. It runs once, on
// an empty database. It must never run in production.
import { randomUUID } from "node:crypto";
import type { Category } from "@jara/shared/auction";
import { toMinor } from "@jara/shared/money";
import { hash } from "@node-rs/argon2";
import type { UserCommand } from "../../auction/commands.ts";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import { maxBidIdOf } from "../../engine/max-bid-id.ts";
import type { Answered } from "../../engine/outcome.ts";
import {
  ADMIN,
  BIDDER_PASSWORD,
  BIDDERS,
  DEMO_DOMAIN,
  demoAccounts,
  UNVERIFIED,
} from "../../features/accounts/demo-accounts.ts";
import { createAuction } from "../../features/auctions/create-auction.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { type DemoAction, type DemoLot, demoLots } from "./lots.ts";

const BALANCE = 5_000_000;
const MINUTE = 60_000;

/** Returns the lines that describe the demo's accounts. Does nothing if the database already has users. */
export const seedDemo = async (
  { database, engine }: { database: Database; engine: AuctionEngine },
  say: (line: string) => void,
): Promise<readonly string[]> => {
  const [count] = await database.query<{ users: number; admins: number }>(
    "select count(*)::int as users, (count(*) filter (where email = $1))::int as admins from users",
    [`${ADMIN.name}@${DEMO_DOMAIN}`],
  );
  if (count?.users)
    return count.admins ? demoAccounts : ["No demo market was made: this database has accounts already."];
  say("Filling the empty database with a demo market …");
  const ids = await seedUsers(database);
  const adminId = ids.get(ADMIN.name) ?? "";
  // Reverse the order, because the listing shows the newest lot first.
  for (const lot of [...demoLots].reverse()) await seedLot(database, engine, lot, adminId, ids);
  return demoAccounts;
};

const seedUsers = async (database: Database): Promise<Map<string, string>> => {
  const [adminHash, bidderHash] = await Promise.all([hash(ADMIN.password), hash(BIDDER_PASSWORD)]);
  const names = [ADMIN.name, ...BIDDERS, UNVERIFIED];
  const ids = new Map(names.map((name) => [name, randomUUID()]));
  await database.query(
    `with person as (
       select * from unnest($1::text::uuid[], $2::text::text[], $3::text::text[], $4::text::bigint[])
         as t(id, name, hash, balance)
     ),
     account as (
       insert into users (id, username, email, password_hash, role, email_verified_at, balance_minor, created_at)
       select id, name, name || '@' || $7, hash, case when name = $5 then 'admin' else 'user' end,
         case when name <> $6 then clock_timestamp() end, balance, clock_timestamp()
       from person
     )
     insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
     select gen_random_uuid(), id, balance, balance, 'demo', clock_timestamp() from person where balance > 0`,
    [
      arrayLiteral(names.map((name) => ids.get(name) ?? "")),
      arrayLiteral(names),
      arrayLiteral(names.map((name) => (name === ADMIN.name ? adminHash : bidderHash))),
      arrayLiteral(names.map((name) => (BIDDERS.includes(name) ? toMinor(BALANCE) : 0))),
      ADMIN.name,
      UNVERIFIED,
      DEMO_DOMAIN,
    ],
  );
  return ids;
};

const seedLot = async (
  database: Database,
  engine: AuctionEngine,
  lot: DemoLot,
  adminId: string,
  ids: ReadonlyMap<string, string>,
): Promise<void> => {
  const auctionId = randomUUID();
  const startsAt = lot.startsInMinutes === undefined ? null : Date.now() + lot.startsInMinutes * MINUTE;
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
      seller: { id: adminId, username: ADMIN.name },
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
      status: startsAt === null ? "active" : "draft",
      startsAt,
      endsAt: startsAt === null ? null : startsAt + lot.endsInMinutes * MINUTE,
      durationMs: lot.endsInMinutes * MINUTE,
    },
    { commandId: randomUUID(), fingerprint: "demo" },
  );
  for (const action of lot.actions) {
    const command = toCommand(action, lot.currency, { auctionId, userId: ids.get(action.who) ?? "" });
    expectAccepted(await engine.submit(command), lot);
  }
  if (lot.finally) {
    const command = { auctionId, userId: adminId, commandId: randomUUID(), status: lot.finally };
    expectAccepted(await engine.submit({ ...command, type: "ChangeStatus" }), lot);
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
