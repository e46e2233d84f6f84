// The bench section `watchers`: what a lot with many watchers and many bidders costs when something happens to it: the
// commit that the lot's handler waits for, the job that notifies watchers, and the reading of inboxes for open pages.
// Each is measured with a tenth of the people too, so that a cost that grows faster than their number shows.

import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Minor } from "@jara/shared/money";
import type { Command } from "../../src/auction/commands.ts";
import { startInboxNotifier } from "../../src/features/notifications/inbox-notifier.ts";
import { notifyWatchers } from "../../src/features/watchlist/lot-news.ts";
import { sendTimedReminders } from "../../src/features/watchlist/reminders.ts";
import type { Rooms } from "../../src/live/rooms.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { openBuiltIn, openPostgresOfOwn } from "../databases.ts";
import { INCREMENT_MINOR, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { openEngine } from "../engine/with-engine.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";

const WATCHERS = 5_000;
const BIDDERS = 2_000;
const SMALLER = 10;

export const watchersSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  for (const open of [openPostgresOfOwn, openBuiltIn]) {
    const bench = await open();
    if (!bench) {
      console.log("PostgreSQL left out: its server programs are not installed.\n");
      continue;
    }
    try {
      await measure(bench.name, bench.database, rounds ?? (quick ? 1 : 5));
    } finally {
      await bench.discard();
    }
  }
};

interface Popular {
  readonly id: string;
  readonly watchers: readonly string[];
  priceMinor: number;
}

/** Lots with so many watchers and other people's bids on each. */
const popularLots = async (
  database: Database,
  sellerId: string,
  people: readonly string[],
  given: { readonly lots: number; readonly watchers: number; readonly bidders: number },
): Promise<Popular[]> => {
  const ids = await seedAuctions(database, sellerId, given.lots);
  const watchers = people.slice(0, given.watchers);
  const bidders = people.slice(WATCHERS, WATCHERS + given.bidders);
  const priceMinor = STARTING_PRICE_MINOR + bidders.length * INCREMENT_MINOR;
  for (const id of ids) {
    await database.query(
      `insert into watches (user_id, auction_id, created_at)
       select person::uuid, $1::text::uuid, now() - interval '3 days' from json_array_elements_text($2::text::json) person`,
      [id, JSON.stringify(watchers)],
    );
    await database.query(
      `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
       select $1::text::uuid, n, person::uuid, $3::text::bigint + n * $4::text::bigint, 'manual', now()
       from json_array_elements_text($2::text::json) with ordinality as b(person, n)`,
      [id, JSON.stringify(bidders), STARTING_PRICE_MINOR, INCREMENT_MINOR],
    );
    await database.query(
      `update auctions set price_minor = $2::text::bigint, bid_count = $3::text::int, leader_id = $4::text::uuid,
         soft_close_seconds = 600, soft_close_cap_minutes = 60, ends_at = now() + interval '5 minutes'
       where id = $1::text::uuid`,
      [id, priceMinor, bidders.length, bidders.at(-1) ?? null],
    );
  }
  return ids.map((id) => ({ id, watchers, priceMinor }));
};

type Figures = Record<string, number[]>;

const measure = async (name: string, database: Database, rounds: number): Promise<void> => {
  const sellerId = await seedSeller(database);
  const people = await seedBidders(database, WATCHERS + BIDDERS);
  const figures: Record<"few" | "many", Figures> = { few: {}, many: {} };
  for (const size of ["few", "many"] as const) {
    const share = size === "few" ? SMALLER : 1;
    const lots = await popularLots(database, sellerId, people, {
      lots: rounds,
      watchers: WATCHERS / share,
      bidders: BIDDERS / share,
    });
    await database.query("analyze");
    for (const lot of lots) await measureLot(database, sellerId, people, lot, figures[size]);
  }
  console.log(
    `${name}: a lot with ${many(WATCHERS)} watchers and ${many(BIDDERS)} bidders, beside one with a tenth of them, ms`,
  );
  for (const [what, values] of Object.entries(figures.many)) {
    const [one, other] = [median(values), median(figures.few[what] ?? [])];
    console.log(`  ${what.padEnd(58)}${one.toFixed(0).padStart(6)}  ${other.toFixed(0).padStart(6)}`);
  }
  console.log("");
};

const measureLot = async (
  database: Database,
  sellerId: string,
  people: readonly string[],
  lot: Popular,
  figures: Figures,
): Promise<void> => {
  const took = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await run();
    figures[what] = [...(figures[what] ?? []), performance.now() - startedAt];
  };
  const { engine, close } = await openEngine(database);
  const submit = async (command: Command): Promise<void> => {
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) throw new Error(`refused: ${outcome.error.code} ${outcome.error.message}`);
  };
  const bid = async (userId: string): Promise<void> => {
    lot.priceMinor += INCREMENT_MINOR;
    const amountMinor = lot.priceMinor as Minor;
    await submit({ type: "PlaceBid", auctionId: lot.id, userId, commandId: randomUUID(), amountMinor });
  };
  const edit = (title: string): Promise<void> =>
    submit({ type: "EditAuction", auctionId: lot.id, userId: sellerId, commandId: randomUUID(), edit: { title } });
  const [one = "", another = ""] = people.slice(-2);
  for (const table of ["lot_news", "notifications", "outbox"]) await database.query(`delete from ${table}`);
  await database.query("analyze notifications");
  await took("commit of the first late bid, which moves the end", () => bid(one));
  await took("commit of the next bid", () => bid(another));
  await database.query("delete from lot_news where kind = 'extended'");
  await took("commit of an edit, which mails all bidders", () => edit("Standing fan, 16 inches"));
  await took("commit of the bid after it", () => bid(one));
  const publishEdit = async (): Promise<void> => {
    while ((await notifyWatchers(database)).taken > 0);
  };
  await took("notifying watchers of the edit, in portions of 500", publishEdit);
  await took("the same again, merged into unread notifications", async () => {
    await edit("Standing fan, 18 inches");
    await publishEdit();
  });
  // The reminder goes by the scheduled end, so an end that soft close moved is put back.
  await database.query(
    "update auctions set ends_at = now() + interval '55 minutes', extended_from = null where id = $1::text::uuid",
    [lot.id],
  );
  await took("reminders of an hour, in portions of 500", async () => {
    while ((await sendTimedReminders(database)).taken > 0);
  });
  await close();
  await measureInboxes(database, lot.watchers, figures);
};

/** All watchers have the site open. */
const measureInboxes = async (database: Database, userIds: readonly string[], figures: Figures): Promise<void> => {
  let left = userIds.length;
  let isDone = () => {};
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const informed = new Set<string>();
  const publish: Rooms["publish"] = (room) => {
    if (informed.has(String(room))) return;
    informed.add(String(room));
    left -= 1;
    if (left === 0) isDone();
  };
  const notifier = startInboxNotifier({
    database,
    publishToNodes: undefined,
    isClusterConnected: () => true,
    rooms: { has: () => true, publish, publishEverywhere: () => {} } as unknown as Rooms,
    log: console,
  });
  await database.query("update notifications set at = clock_timestamp()");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  notifier.changed(userIds);
  await done;
  delay.disable();
  const add = (what: string, ms: number) => {
    figures[what] = [...(figures[what] ?? []), ms];
  };
  add("inboxes read and sent to open pages, all watchers", performance.now() - startedAt);
  add("the longest time in which the server did nothing else", delay.max / 1_000_000);
  notifier.close();
};

const many = (count: number): string => count.toLocaleString("en");
