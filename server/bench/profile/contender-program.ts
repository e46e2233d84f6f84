// A contender of `bench/engine` in a process of its own, so that its profile has nobody else's work. It seeds load
// participants, warms up, says "warm", bids for the given number of milliseconds, and says how many bids it made.
import { once } from "node:events";
import { build } from "hdr-histogram-js";
import { openDatabase } from "../../src/platform/database/database.ts";
import { migrations } from "../databases.ts";
import { bareStatement } from "../engine/bare-statement.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { IN_FLIGHT, withEngine } from "../engine/with-engine.ts";

export interface Order {
  readonly url: string;
  readonly auctions: number;
  readonly contender: "engine" | "bare statement";
}

const WARM_UP_MS = 4_000;

const main = async ({ url, auctions, contender }: Order): Promise<void> => {
  const database = await openDatabase({ url }, migrations);
  const sellerId = await seedSeller(database);
  const bidderIds = await seedBidders(database, IN_FLIGHT);
  const participants = { bidderIds, auctionIds: await seedAuctions(database, sellerId, auctions) };
  const { run, close } =
    contender === "engine" ? await withEngine(database, participants) : bareStatement(database, participants);
  const latencies = build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });
  await run(WARM_UP_MS, latencies);
  process.send?.("warm");
  const [ms] = await once(process, "message");
  process.send?.((await run(ms, latencies)).bids);
  await once(process, "message");
  await close();
  await database.close();
  process.exit();
};

await main(JSON.parse(process.argv[2] ?? "") as Order);
