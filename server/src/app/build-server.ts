// Makes every part of the server, with the other files of this folder, and gives it to the parts that need it. main.ts
// and tests call `buildServer`. No code outside this folder may wire the server.
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import { countUseIn } from "../features/accounts/log-in/attempt-counters.ts";
import { checkUsernames } from "../features/accounts/usernames/check-usernames.ts";
import { createKeptLists } from "../features/site-pages/routes.ts";
import { openWithdrawals } from "../features/withdrawals/open-withdrawals.ts";
import type { Database } from "../platform/database/database.ts";
import type { DatabaseClock } from "../platform/database/database-clock.ts";
import type { App } from "../platform/http/app.ts";
import { closeUnreadBodies } from "../platform/http/timeouts.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createClientAddress } from "../platform/limits/client-address.ts";
import type { Mail } from "../platform/outbox/mails.ts";
import { createHttpGate, guardHttpGate } from "../platform/shutdown/http-gate.ts";
import { openAccounts } from "./accounts.ts";
import { startBackground } from "./background.ts";
import { openFoundation } from "./foundation.ts";
import { BODY_LIMIT_BYTES, createHttp, type HttpOptions, observeHttp, protectHttp } from "./http.ts";
import { startLiveNotifiers } from "./live-notifiers.ts";
import { createMetrics } from "./metrics.ts";
import { openEngine } from "./open-engine.ts";
import { createPaymentJobs } from "./payment-jobs.ts";
import { serveMarket } from "./serve-market.ts";
import { shutDown } from "./shut-down.ts";
import { stopParts } from "./stop-parts.ts";

/**
 * The backlog: connections that the system keeps until the server accepts them. With Node's 511, a crowd that
 * reconnects at once overflows it. A dropped client tries again after 1, 3, 7 … 63 s, so some of 10,000 took two
 * minutes. The system may allow fewer.
 */
const CONNECTIONS_WAITING = 16_384;

export interface Server {
  readonly database: Database;
  readonly engine: AuctionEngine;
  readonly clock: DatabaseClock;
  readonly log: App["log"];
  /** Starts listening and returns the port. */
  listen(): Promise<number>;
  /**
   * Shuts down: stops being ready at once, sends the sockets to other nodes, answers the requests in progress, closes
   * the database.
   */
  close(): Promise<void>;
}

export interface ServerOptions extends HttpOptions {
  /** Called with every mail written to the outbox. */
  readonly onMail?: (mail: Mail) => void;
  /** The most connections to PostgreSQL for statements. For tests, whose servers live for seconds. */
  readonly connections?: number;
}

export const buildServer = async (config: Config, options: ServerOptions = {}): Promise<Server> => {
  const metrics = createMetrics();
  const admission = createAdmission({ isLimited: config.hasRateLimits });
  const app = createHttp(config, options);
  const { log } = app;
  const common = { config, metrics, log };
  const gate = createHttpGate();
  const requests = guardHttpGate(app, gate);
  const { isDraining } = gate;
  observeHttp(app, metrics);

  const foundation = await openFoundation(app, config, metrics, options.connections);
  const { database, clock } = foundation;
  const clientAddress = createClientAddress(config.trustedProxies);
  const liveNotifiers = await startLiveNotifiers({
    ...foundation,
    ...common,
    http: app.server,
    admission,
    clientAddress,
    accounts: () => engineParts.accountNotifier,
  });
  const { live, limits, listNotifier } = liveNotifiers;
  const keptLists = createKeptLists();
  database.onWake(["public-lists"], keptLists.forget);
  const engineParts = openEngine({ ...foundation, ...liveNotifiers, ...common });
  const { engine, accountNotifier } = engineParts;

  const accountParts = await openAccounts(app, config, {
    database,
    rooms: live.rooms,
    accountNotifier,
    engine,
    listNotifier,
    mailWritten: (mail) => options.onMail?.(mail),
  });
  const { payments } = accountParts;
  const withdrawalChanged = (userId: string | null): void => {
    database.wake("list:withdrawals");
    if (userId !== null) listNotifier.own(userId, "own-withdrawals");
  };
  const withdrawals = openWithdrawals(payments.service, {
    database,
    log,
    balanceChanged: accountNotifier.changed,
    withdrawalChanged,
    brandName: config.brandName,
    countAttempt: config.hasRateLimits ? countUseIn(database) : async () => 0,
  });
  const paymentJobs = createPaymentJobs(database, payments, withdrawals, log);

  const { userIdOf } = accountParts.tokens;
  await protectHttp(app, config, { isAllowed: live.isAllowed, clientAddress, limits, admission, userIdOf });
  const background = await startBackground({ ...foundation, ...liveNotifiers, ...engineParts, ...common });
  const market = await serveMarket(app, {
    ...foundation,
    ...liveNotifiers,
    ...engineParts,
    ...accountParts,
    ...background,
    ...common,
    admission,
    clientAddress,
    keptLists,
    withdrawals,
    withdrawalChanged,
    isDraining,
  });

  clock.onJump(() => {
    log.warn({}, "the database's clock was set");
    database.wake("clock-set");
  });
  app.addHook("onListen", async () => {
    background.publicLog.start();
    paymentJobs.start();
  });
  app.addHook("preClose", () => stopParts({ foundation, liveNotifiers, engineParts, background, paymentJobs, market }));

  return {
    database,
    engine,
    clock,
    log,
    async listen() {
      // Check older usernames before anybody can register a name that looks like one of them.
      await checkUsernames(database);
      closeUnreadBodies(app.server, BODY_LIMIT_BYTES);
      await app.listen({ port: config.port, host: config.host, backlog: CONNECTIONS_WAITING });
      const address = app.server.address();
      return typeof address === "object" && address ? address.port : config.port;
    },
    close: async () => {
      await shutDown({ app, config, gate, requests, sockets: market.sockets, clock, database });
      await foundation.replica?.close();
    },
  };
};
