// Opens the engine, the close clock that submits commands to it, and the parts that publish its commits and the
// accounts that these commits change.
import type { Config } from "../config.ts";
import { AuctionEngine } from "../engine/auction-engine.ts";
import { BidReceipts } from "../engine/bid-receipts/bid-receipts.ts";
import { startCloseClock } from "../engine/close-clock.ts";
import { createEngineStore } from "../engine/commit/engine-store.ts";
import { observedStore } from "../engine/engine-metrics.ts";
import { recordFailedCommands } from "../engine/failed-commands.ts";
import { createReadReserved } from "../engine/reads/reservations.ts";
import { startAccountNotifier } from "../features/accounts/account-notifier.ts";
import { roleInForce } from "../features/accounts/second-factor/role-in-force.ts";
import { startRefusedAttempts } from "../features/auctions/refused-attempts/recorder.ts";
import type { App } from "../platform/http/app.ts";
import type { Foundation } from "./foundation.ts";
import type { LiveNotifiers } from "./live-notifiers.ts";
import type { Metrics } from "./metrics.ts";
import { followNewPrimary } from "./new-primary.ts";
import { publishCommits } from "./publish-commits.ts";

interface EngineDeps
  extends Pick<Foundation, "database" | "clock" | "exchange">,
    Pick<LiveNotifiers, "live" | "listNotifier" | "settlementNotifier" | "saleNotifier" | "inboxNotifier"> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: App["log"];
}

export type EngineParts = ReturnType<typeof openEngine>;

export const openEngine = (deps: EngineDeps) => {
  const { config, database, clock, exchange, metrics, live, inboxNotifier, log } = deps;
  const isHolding = config.balanceRule === "hold";
  const stored = createEngineStore(database, clock, isHolding);
  const store = observedStore(stored, metrics.commits);
  const events = publishCommits(live, {
    accounts: { changed: (userId) => accountNotifier.changed(userId) },
    boundChanged: isHolding ? (userIds) => accountNotifier.boundChanged(userIds) : null,
    settlements: deps.settlementNotifier,
    sales: deps.saleNotifier,
    lists: deps.listNotifier,
    inboxChanged: inboxNotifier.changed,
    wake: database.wake,
  });
  const refusedAttempts = startRefusedAttempts({ database, clock, log });
  const failedCommands = recordFailedCommands(database, log);
  const engine = new AuctionEngine({
    store,
    clock,
    rates: exchange.current,
    staffMayBid: config.staffMayBid,
    hasSecondPerson: config.secondPersonAboveMinor !== null,
    maxUnpaidWins: config.maxUnpaidWins,
    log,
    observe: metrics.engine,
    events,
    refused: refusedAttempts.note,
    failedAlone: failedCommands.failed,
    receipts: config.log ? new BidReceipts(config.log, database, log) : undefined,
  });
  const closeClock = startCloseClock({
    engine,
    store,
    clock,
    wakes: database,
    recovered: failedCommands.recovered,
    log,
  });
  followNewPrimary({ database, clock, engine, ticker: live.ticker, log });
  const readReserved = createReadReserved(database, config.balanceRule, exchange.current);
  const accountNotifier = startAccountNotifier({
    database,
    readReserved,
    rooms: live.rooms,
    roleOf: (account) => roleInForce(config.requireSecondFactor, account),
    evict: (userId) => engine.evictUser(userId),
    interests: live.interests,
    staffWhileDisconnected: () => (config.staffMayBid && !live.isClusterConnected() ? live.interests.users() : []),
    publishToNodes: live.cluster?.publishPeople,
    publishBound: live.cluster?.publishBound,
    log,
  });
  return { store, engine, closeClock, refusedAttempts, readReserved, accountNotifier };
};
