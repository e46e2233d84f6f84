// The wiring: makes every part and gives it to the parts that need it. Imported by main.ts and by tests. No other file
// may wire the server.
import { randomUUID } from "node:crypto";
import type { AuctionState } from "../auction/state.ts";
import type { Config } from "../config.ts";
import { AuctionEngine } from "../engine/auction-engine.ts";
import { BidReceipts } from "../engine/bid-receipts/bid-receipts.ts";
import { startCloseClock } from "../engine/close-clock.ts";
import { createEngineStore } from "../engine/commit/engine-store.ts";
import { LateOutbids } from "../engine/commit/late-outbids.ts";
import { observedStore } from "../engine/engine-metrics.ts";
import { createReadReserved } from "../engine/reads/reservations.ts";
import { startAccountNews } from "../features/accounts/account-news.ts";
import { countAttempt } from "../features/accounts/attempt-counters.ts";
import { createCaller } from "../features/accounts/caller.ts";
import { checkUsernames } from "../features/accounts/check-usernames.ts";
import { roleInForce } from "../features/accounts/second-factor/role-in-force.ts";
import { startListingNews } from "../features/auctions/listing-news.ts";
import { startRefusedAttempts } from "../features/auctions/refused-attempts/recorder.ts";
import { createRatesKeeper } from "../features/currency/exchange-rates.ts";
import { startMailWorker } from "../features/mail/mail-worker.ts";
import { createMediaCheck } from "../features/media/media-check.ts";
import { openMediaStorage } from "../features/media/storage/open-storage.ts";
import { noteUpload, touchUploads } from "../features/media/upload-queries.ts";
import { createUploads } from "../features/media/uploads.ts";
import { startInboxNews } from "../features/notifications/inbox-news.ts";
import { startPushWorker } from "../features/notifications/push/push-worker.ts";
import type { Payments } from "../features/payments/open-payments.ts";
import { createPaystackWebhook } from "../features/payments/paystack-webhook.ts";
import { startTopUpSweep } from "../features/payments/top-up-sweep.ts";
import { openPublicLog } from "../features/public-log/open-public-log.ts";
import { startSaleNews } from "../features/sales/sale-news.ts";
import { startSettlementNews } from "../features/settlements/settlement-news.ts";
import { createKeptLists } from "../features/site-pages/routes.ts";
import { type SiteFacts, startSiteSettings } from "../features/site-settings/settings.ts";
import { openWithdrawals, type WithdrawalService } from "../features/withdrawals/open-withdrawals.ts";
import { startTransferJob } from "../features/withdrawals/transfer-job.ts";
import type { Database } from "../platform/database/database.ts";
import { DatabaseClock } from "../platform/database/database-clock.ts";
import { migrationStatus } from "../platform/database/migration-status.ts";
import type { App } from "../platform/http/app.ts";
import { inTime } from "../platform/lib/in-time.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createClientAddress } from "../platform/limits/client-address.ts";
import { waitingWork } from "../platform/observe/waiting-work.ts";
import type { Mail } from "../platform/outbox/mails.ts";
import { createHttpGate, guardHttpGate } from "../platform/shutdown/http-gate.ts";
import { openAccounts } from "./accounts.ts";
import { createHttp, type HttpOptions, observeHttp, protectHttp } from "./http.ts";
import { startAllJobs } from "./jobs.ts";
import { createLimits } from "./limits.ts";
import { startLive } from "./live.ts";
import { createMetrics } from "./metrics.ts";
import { followNewPrimary } from "./new-primary.ts";
import { migrationsFolder, openMarket, openReplica } from "./open-database.ts";
import { publishCommits } from "./publish-commits.ts";
import { serveRoutes } from "./routes.ts";
import { shutDown } from "./shut-down.ts";
import { demoPicturesOf, serveClient } from "./site.ts";
import { serveSockets } from "./sockets.ts";
import { version } from "./version.ts";

/**
 * The backlog: connections that the system keeps until the server accepts them. With Node's 511, a crowd that
 * reconnects at once overflows it. A dropped client tries again after 1, 3, 7 … 63 s, so some of 10,000 took two
 * minutes. The system may allow fewer.
 */
const CONNECTIONS_WAITING = 16_384;
/** A metrics scrape must show soon that the database cannot be reached. */
const COUNTED_WITHIN_MS = 1_000;

export interface Server {
  readonly database: Database;
  readonly engine: AuctionEngine;
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
  const admission = createAdmission();
  const app = createHttp(config, options);
  const { log } = app;
  const gate = createHttpGate();
  const requests = guardHttpGate(app, gate);
  const { isDraining } = gate;
  // The token reader is created later. That is safe, because no request comes before the server listens.
  observeHttp(app, config, { admission, metrics, userIdOf: (token) => tokens.userIdOf(token) });

  const database = await openMarket(config, metrics, log, options.connections);
  // First, because a real site without contacts does not start.
  const settings = await startSiteSettings({ database, config, log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const replica = openReplica(config, database, log);
  const lists = replica?.lists ?? database;
  // After the body was read, because its events run outside the request's context.
  if (replica) app.addHook("preValidation", (_request, _reply, done) => replica.inRequest(done));
  const clock = new DatabaseClock();
  await clock.start(database);
  const exchange = createRatesKeeper({ database, url: config.ratesUrl, log });
  await exchange.start();
  const site = (): SiteFacts => ({ ...config, contact: settings.contacts() });
  // Without SMTP no mail is sent. In development the outbox can be read.
  const { smtpUrl, from } = config.mail;
  const mailWorker = smtpUrl ? startMailWorker({ database, smtpUrl, from, site, log }) : null;

  const pushWorker =
    config.push &&
    startPushWorker({ database, settings: config.push, contact: () => settings.contacts().email ?? from, log });

  // --- limits and live updates
  const clientAddress = createClientAddress(config.trustedProxies);
  const limits = createLimits(config);
  const { limiter } = limits;
  const accountsChanged = (userIds: readonly string[]): void => news.changedElsewhere(userIds);
  const live = await startLive({
    ...{ config, http: app.server, database, clock, admission, limiter },
    ...{ metrics, log, accountsChanged },
    boundElsewhere: (userIds) => news.boundElsewhere(userIds),
    inboxElsewhere: (userIds) => inbox.changedElsewhere(userIds),
    readElsewhere: (userIds) => {
      for (const userId of userIds) lateOutbids.hasRead(userId);
    },
  });
  limits.shareWith(live.cluster);
  const { isClusterConnected } = live;
  const settlementNews = startSettlementNews({
    ...{ database, rooms: live.rooms, rates: exchange.current, isClusterConnected, log },
  });
  const saleNews = startSaleNews({ database, rooms: live.rooms, clock, isClusterConnected, log });
  const lateOutbids = new LateOutbids(database, (userIds) => inbox.changed(userIds));
  const inbox = startInboxNews({
    ...{ database, rooms: live.rooms, publishToNodes: live.cluster?.publishInbox, isClusterConnected, log },
    hasRead: (userId) => {
      lateOutbids.hasRead(userId);
      live.cluster?.publishReaders([userId]);
    },
  });
  const mailsWritten = (): void => {
    mailWorker?.poke();
    pushWorker?.poke();
    inbox.mailsWritten();
  };
  const listingNews = startListingNews({ database, rooms: live.rooms, clock, isClusterConnected });

  // --- the engine, and the publishing of its commits
  const stored = createEngineStore(database, clock, config.balanceRule === "hold", lateOutbids);
  const store = observedStore(stored, metrics.commits);
  const keptLists = createKeptLists();
  const events = publishCommits(live, {
    accounts: { changed: (userId) => news.changed(userId) },
    boundChanged: config.balanceRule === "hold" ? (userIds) => news.boundChanged(userIds) : null,
    settlements: settlementNews,
    sales: saleNews,
    timesMoved: () => closeClock.nudge(),
    endsMoved: () => jobs.keepSaleOrderNow(),
    listChanged: keptLists.forget,
    mailsWritten: () => mailWorker?.poke(),
    inboxChanged: inbox.changed,
    receiptsWritten: () => jobs.numberReceiptsNow(),
    versionsMoved: () => publicLog.poke(),
  });
  const refusedAttempts = startRefusedAttempts({ database, clock, log });
  const engine = new AuctionEngine({
    ...{ store, clock, rates: exchange.current, staffMayBid: config.staffMayBid },
    ...{ maxUnpaidWins: config.maxUnpaidWins, log, observe: metrics.engine, events, refused: refusedAttempts.note },
    receipts: config.log ? new BidReceipts(config.log, database, log) : undefined,
  });
  const closeClock = startCloseClock({ engine, store, clock, log });
  followNewPrimary({ database, clock, engine, ticker: live.ticker, closeClock, log });
  const readReserved = createReadReserved(database, config.balanceRule, exchange.current);
  const news = startAccountNews({
    ...{ database, readReserved },
    rooms: live.rooms,
    roleOf: (account) => roleInForce(config.requireSecondFactor, account),
    evict: (userId) => engine.evictUser(userId),
    interests: live.interests,
    adminsWhileDisconnected: () => (config.staffMayBid && !isClusterConnected() ? live.interests.users() : []),
    publishToNodes: live.cluster?.publishPeople,
    publishBound: live.cluster?.publishBound,
    log,
  });

  // --- accounts and payments
  const { tokens, accounts, signIn, payments } = await openAccounts(app, config, {
    ...{ database, rooms: live.rooms, news, engine },
    mailWritten: (mail) => {
      options.onMail?.(mail);
      mailsWritten();
    },
    mailsWritten,
  });

  const withdrawals = openWithdrawals(payments.service, {
    ...{ database, log, balanceChanged: news.changed, mailsWritten },
    brandName: config.brandName,
    countAttempt: async (key, limit, windowMs) =>
      config.hasRateLimits ? await countAttempt(database, [{ key, limit }], windowMs) : 0,
  });

  // --- routes, sockets, jobs
  await protectHttp(app, config, { isAllowed: live.isAllowed, clientAddress, limiter });
  const storage = openMediaStorage(config);
  const mediaCheck = createMediaCheck(storage, demoPicturesOf(config), (names) => touchUploads(database, names));
  const uploads = createUploads(storage, config.media.folder, (name, sha256) => noteUpload(database, name, sha256));
  const lotMade = (lot: AuctionState): void => {
    keptLists.forget();
    live.publisher.created(lot);
  };
  // Only a server with Redis loads its client.
  const shared =
    config.redisUrl && config.log
      ? (await import("../features/public-log/redis-memory.ts")).openRedisMemory(config.redisUrl)
      : null;
  const publicLog = openPublicLog({
    ...{ database, clock, keys: config.log, folder: config.dataDir, isProduction: config.isProduction, log },
    ...{ node: randomUUID(), shared, witnesses: config.witnesses, observe: metrics.publicLog },
    ...{ publicUrl: config.publicUrl, databaseUrl: config.databaseUrl },
  });
  const jobs = startAllJobs({
    ...{ config, database, engine, storage, settlements: settlementNews, metrics, log },
    accountChanged: (userId) => news.changed(userId),
    mailsWritten,
    inboxChanged: inbox.changed,
    rates: exchange.current,
    saleChanged: saleNews.changed,
    imports: { clock, mediaCheck, uploads, lotMade },
  });
  await serveRoutes(app, {
    ...{ config, database, lists, engine, engineStore: store, clock, publisher: live.publisher, rooms: live.rooms },
    ...{ mediaCheck, settings, site, categories: () => settings.current().categories },
    caller: createCaller({ ...config, tokens, limits: limits.live, clientAddress }),
    auth: { accounts, tokens, clientAddress, readReserved },
    ...{ news, signIn, exchange, listChanged: keptLists.forget, withdrawals, metrics, isDraining },
    payments: { ...payments, webhook: webhookOf(payments, withdrawals) },
    ...{ mailsWritten, inbox, published: publicLog.published },
    withdrawalApproved: () => transferJob?.poke(),
    uploads,
    media: storage,
    saleChanged: saleNews.changed,
    importChanged: () => jobs.carryOutImportsNow(),
    actionAsked: () => jobs.carryOutSaleActionsNow(),
    settlementChanged: (id) => {
      settlementNews.changed([id]);
      jobs.forfeitNow();
    },
  });
  const sockets = await serveSockets({
    ...{ app, config, contacts: settings.contacts, database, clock, engine, live, tokens, admission, clientAddress },
    ...{ limits: limits.live, metrics, log, isDraining },
  });
  await serveClient(app, { config, database, lists, clock, storage, keptLists, exchange });
  metrics.watch({
    queueLength: () => engine.queueLength,
    ...{ rooms: live.rooms, slowReaders: live.slowReaders, admission, isDraining },
    clockBehindMs: () => clock.now() - Date.now(),
    isClusterConnected: live.cluster && isClusterConnected,
    waitingWork: () => inTime(waitingWork(database), COUNTED_WITHIN_MS),
    replica: replica?.figures ?? null,
    version,
    migrations: () => inTime(migrationStatus(database, migrationsFolder), COUNTED_WITHIN_MS),
  });

  let topUpSweep: ReturnType<typeof startTopUpSweep> | undefined;
  let transferJob: ReturnType<typeof startTransferJob> | undefined;
  app.addHook("onListen", async () => {
    publicLog.start();
    if (payments.topUps) topUpSweep = startTopUpSweep(payments.topUps, log);
    if (withdrawals) transferJob = startTransferJob(withdrawals.transfers, log);
  });
  app.addHook("preClose", async () => {
    closeClock.stop();
    await jobs.stop();
    await publicLog.stop();
    await topUpSweep?.stop();
    await transferJob?.stop();
    news.close();
    settlementNews.close();
    saleNews.close();
    listingNews.close();
    inbox.close();
    await engine.close();
    await lateOutbids.close();
    await refusedAttempts.stop();
    await mailWorker?.stop();
    await pushWorker?.stop();
    await exchange.stop();
    await settings.stop();
    live.close();
    limits.close();
    await sockets.close();
  });

  return {
    database,
    engine,
    log,
    async listen() {
      // Check older usernames before anybody can register a name that looks like one of them.
      await checkUsernames(database);
      await app.listen({ port: config.port, host: config.host, backlog: CONNECTIONS_WAITING });
      const address = app.server.address();
      return typeof address === "object" && address ? address.port : config.port;
    },
    close: async () => {
      await shutDown({ app, config, gate, requests, sockets, clock, database });
      await replica?.close();
    },
  };
};

/** Paystack has one address for all that it reports. */
const webhookOf = ({ topUps, service }: Payments, withdrawals: WithdrawalService | null) =>
  topUps && service && withdrawals
    ? createPaystackWebhook({ secretKey: service.secretKey, topUps, transfers: withdrawals.transfers })
    : null;
