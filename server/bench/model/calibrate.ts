// Measures all constants of the model, on throwaway databases: each part has its own, so that the public log of one does
// not catch up with the bids of another.
import { seedAuctions } from "../engine/seed.ts";
import { median } from "../median.ts";
import { onOwnPostgres, type Stage } from "../own-postgres.ts";
import { calibrateBids } from "./calibrate-bids.ts";
import { calibrateConnections } from "./calibrate-connections.ts";
import { calibrateDeliveries } from "./calibrate-deliveries.ts";
import { measureEcho } from "./calibrate-echo.ts";
import { calibrateEngine, calibrateReads, type Place } from "./calibrate-engine.ts";
import type { Costs } from "./costs.ts";

const AUCTIONS = 403;

/**
 * The public log costs a node so many microseconds a bid. The value comes from `pnpm bench cost` (docs/measured.md),
 * which waits until all bids are logged. Measured here, the log would be cut off or catch up with earlier bids.
 */
const LOG_BID_NODE = 23;

export const calibrate = async (quick: boolean): Promise<Costs> => {
  const ms = quick ? 1_500 : 3_000;
  // The machine is not always equally fast, and the echo is what most depends on it: the median of three.
  const echoes = [await measureEcho(ms)];
  const deliveries = await calibrateDeliveries(ms);
  const { engine, reads } = await onOwnPostgres(async (stage) => {
    const place = await placeOf(stage);
    return { engine: await calibrateEngine(place, ms), reads: await calibrateReads(place) };
  });
  echoes.push(await measureEcho(ms));
  const connections = await onOwnPostgres((stage) =>
    calibrateConnections({ ...stage, count: quick ? 500 : 1_000 }, reads),
  );
  echoes.push(await measureEcho(ms));
  const echo = { node: median(echoes.map(({ node }) => node)), client: median(echoes.map(({ client }) => client)) };
  const log = { logBidNode: LOG_BID_NODE };
  const bids = await onOwnPostgres((stage) =>
    calibrateBids({ ...stage, ms }, echo, { ...engine, ...log, ...deliveries }),
  );
  return { ...deliveries, ...engine, ...log, ...bids, ...reads, ...connections };
};

const placeOf = async ({ bench: { database }, databasePid }: Stage): Promise<Place> => {
  const [seller] = await database.query<{ id: string }>("select id from users where role = 'admin'");
  const bidders = await database.query<{ id: string }>("select id from users where role = 'user'");
  if (!seller) throw new Error("no seller");
  const auctionIds = await seedAuctions(database, seller.id, AUCTIONS);
  return { database, databasePid, bidderIds: bidders.map(({ id }) => id), auctionIds };
};
