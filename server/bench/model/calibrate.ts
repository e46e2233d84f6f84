// Measures all constants of the model, on throwaway databases: each part has its own, so that the public log of one does
// not catch up with the bids of another.
import type { BenchDatabase } from "../databases.ts";
import { seedAuctions } from "../engine/seed.ts";
import type { Field } from "../live/field.ts";
import { calibrateBids } from "./calibrate-bids.ts";
import { calibrateConnections } from "./calibrate-connections.ts";
import { calibrateDeliveries } from "./calibrate-deliveries.ts";
import { type EchoCosts, measureEcho } from "./calibrate-echo.ts";
import { calibrateEngine, calibrateLog, calibrateReads, type Place } from "./calibrate-engine.ts";
import type { Costs } from "./costs.ts";

const AUCTIONS = 403;

export interface Stage {
  readonly bench: BenchDatabase;
  readonly databasePid: number;
  readonly field: Field;
}

export type OnOwnPostgres = <T>(work: (stage: Stage) => Promise<T>) => Promise<T>;

export const calibrate = async (
  onOwnPostgres: OnOwnPostgres,
  quick: boolean,
): Promise<{ readonly costs: Costs; readonly echo: EchoCosts }> => {
  const ms = quick ? 1_500 : 3_000;
  const echo = await measureEcho(ms);
  const deliveries = await calibrateDeliveries(ms);
  const { engine, reads } = await onOwnPostgres(async (stage) => {
    const place = await placeOf(stage);
    return { engine: await calibrateEngine(place, ms), reads: await calibrateReads(place) };
  });
  const log = await onOwnPostgres(async (stage) => calibrateLog(await placeOf(stage), engine, ms));
  const bids = await onOwnPostgres((stage) =>
    calibrateBids({ ...stage, ms }, echo, { ...engine, ...log, ...deliveries }),
  );
  const connections = await onOwnPostgres((stage) =>
    calibrateConnections({ ...stage, count: quick ? 500 : 1_000 }, reads),
  );
  return { costs: { ...deliveries, ...engine, ...log, ...bids, ...reads, ...connections }, echo };
};

const placeOf = async ({ bench: { database }, databasePid }: Stage): Promise<Place> => {
  const [seller] = await database.query<{ id: string }>("select id from users where role = 'admin'");
  const bidders = await database.query<{ id: string }>("select id from users where role = 'user'");
  if (!seller) throw new Error("no seller");
  const auctionIds = await seedAuctions(database, seller.id, AUCTIONS);
  return { database, databasePid, bidderIds: bidders.map(({ id }) => id), auctionIds };
};
