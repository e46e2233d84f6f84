// The only wiring: everything is made here and handed to what needs it. Imported by main.ts and by tests.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import jwt from "@fastify/jwt";
import rateLimit from "@fastify/rate-limit";
import serveStatic from "@fastify/static";
import { refusal } from "@jara/shared/errors";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { createAccounts } from "../features/accounts/accounts.ts";
import { checkUsernames } from "../features/accounts/check-usernames.ts";
import { createSignInWithGoogle } from "../features/accounts/google/google-accounts.ts";
import { createTokens, jwtOptions } from "../features/accounts/tokens.ts";
import { createCommandExpiry } from "../engine/commit/expire-commands.ts";
import { startJobs } from "../platform/jobs/job.ts";
import { createOrphanRemoval } from "../features/media/remove-orphans.ts";
import { type Config, projectRoot } from "../config.ts";
import { createRatesKeeper } from "../features/currency/exchange-rates.ts";
import { createDoor, guardDoor } from "../platform/shutdown/http-gate.ts";
import { createDepartures } from "../live/close-connections.ts";
import { AuctionEngine } from "../engine/auction-engine.ts";
import { startCloseClock } from "../engine/close-clock.ts";
import { startAccountNews } from "../features/accounts/account-news.ts";
import { AdminInterests } from "../live/interests.ts";
import { startListingNews } from "../features/auctions/listing-news.ts";
import { joinNeighbours } from "../live/cluster/neighbours.ts";
import { Publisher } from "../live/publisher.ts";
import { createReplay } from "../live/replay.ts";
import { Rooms, rooms } from "../live/rooms.ts";
import { startSettlementNews } from "../features/settlements/settlement-news.ts";
import { watchSlowReaders } from "../live/slow-readers.ts";
import { startTicker } from "../live/ticker.ts";
import { startViewers } from "../live/viewers.ts";
import { createNames } from "../live/viewers-here.ts";
import { guardRoutes } from "../platform/http/access.ts";
import { serveAdminAuctions } from "../features/auctions/admin-routes.ts";
import { serveAdminUsers } from "../features/users-admin/routes.ts";
import { serveAsyncApi } from "../api-docs/async-api-routes.ts";
import { serveAuctionEdits } from "../features/auctions/edit-routes.ts";
import { serveAuctionHistory } from "../features/auctions/history-routes.ts";
import { serveAuctions } from "../features/auctions/routes.ts";
import { serveAuth } from "../features/accounts/routes.ts";
import { serveBids, serveMaxBids } from "../features/bids/routes.ts";
import { answerBrokenRequest } from "../platform/http/broken-request.ts";
import { browserPolicy, PERMISSIONS_POLICY, sitePolicy } from "../platform/http/browser-policy.ts";
import { serveBuyItNow } from "../features/buy-it-now/routes.ts";
import { bearerOf, createCaller, type HttpDeps } from "../platform/http/context.ts";
import { serveCurrency } from "../features/currency/routes.ts";
import { serveDevelopmentMail } from "../features/mail/dev-routes.ts";
import { answer, serveErrors } from "../platform/http/errors.ts";
import { serveExchangeRate } from "../features/currency/exchange-rate-routes.ts";
import { serveGoogle } from "../features/accounts/google/routes.ts";
import { serveHealth } from "../platform/http/health-routes.ts";
import { serveHolidays } from "../features/settlements/holiday-routes.ts";
import { serveMail } from "../features/mail/routes.ts";
import { serveMedia } from "../features/media/media-routes.ts";
import { serveMetrics } from "../platform/http/metrics-routes.ts";
import { serveOpenApi } from "../api-docs/open-api.ts";
import { CONNECTIONS_AT_MOST, limitSlowBodies, PATIENCE, type Patience } from "../platform/http/timeouts.ts";
import { servePayments, servePaystackWebhook } from "../features/payments/routes.ts";
import { serveProfile } from "../features/accounts/profile-routes.ts";
import { takeReadsInTurn } from "../platform/http/reads-in-turn.ts";
import { Refused } from "../platform/http/refused.ts";
import { requestLog } from "../platform/http/request-log.ts";
import { serveSandbox } from "../features/payments/sandbox-routes.ts";
import { serveSettlements } from "../features/settlements/routes.ts";
import { serveSite } from "./site-routes.ts";
import { serveUploads } from "../features/media/upload-routes.ts";
import { serveRefusedUsernames } from "../features/users-admin/username-routes.ts";
import { serveVoids } from "../features/bids/void-routes.ts";
import { inTime } from "../platform/lib/in-time.ts";
import { createClientAddress, createProxyCheck } from "../platform/limits/client-address.ts";
import { createLimiter, unlimited } from "../platform/limits/limiter.ts";
import { createLiveLimits } from "../platform/limits/limits.ts";
import { restLimitStore } from "../platform/limits/rest-limits.ts";
import { receiveSpending, type SharedSpending, shareSpending } from "../platform/limits/share-spending.ts";
import { startMailWorker } from "../features/mail/mail-worker.ts";
import type { Mail } from "../platform/outbox/mails.ts";
import { createMediaCheck } from "../features/media/media-check.ts";
import { openMediaStorage } from "../features/media/storage/media-storage.ts";
import { createUploads } from "../features/media/uploads.ts";
import { observedDatabase } from "../platform/observe/database-metrics.ts";
import { observedStore } from "../engine/engine-metrics.ts";
import { createMetrics } from "./metrics.ts";
import { refuseDemoAccounts } from "../features/accounts/refuse-demo-accounts.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { openPayments } from "../features/payments/open-payments.ts";
import { startTopUpSweep } from "../features/payments/top-up-sweep.ts";
import { startForfeitJob } from "../features/settlements/forfeit-job.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { recordCommands } from "../live/command-log.ts";
import { createDispatch } from "../live/handlers.ts";
import { createOriginCheck } from "../live/origins.ts";
import { PacketTurns } from "../live/packet-turns.ts";
import { servePlainWebSocket } from "../live/plain-websocket.ts";
import { createSocketIo, serveSocketIo } from "../live/socket-io.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { DatabaseClock } from "../platform/database/database-clock.ts";
import { createEngineStore } from "../engine/commit/engine-store.ts";
import { waitingWork } from "../platform/observe/waiting-work.ts";
import { noteUpload, touchUploads } from "../features/media/upload-queries.ts";
import type { Account } from "../features/accounts/queries.ts";

/**
 * Connections that the system keeps until they are taken. With Node's 511 a crowd that comes back at once overflows it, and
 * who is dropped there tries again after 1, 3, 7 … 63 s: of 10,000 some took two minutes. The system may allow fewer.
 */
const CONNECTIONS_WAITING = 16_384;
/** No call of ours carries more; uploads have their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Requests that are being answered when a server closes; uploads may be cut short. */
const REQUESTS_WITHIN_MS = 5_000;
/** A cleanup whose file storage does not answer is left as it is when a server closes; another node takes it up. */
const CLEANUP_WITHIN_MS = 2_000;
/** Whoever asks for metrics must learn soon that the database is away. */
const COUNTED_WITHIN_MS = 1_000;

export interface Server {
  readonly database: Database;
  readonly engine: AuctionEngine;
  /** Starts listening and returns the port. */
  listen(): Promise<number>;
  /** Is not ready at once, sends the sockets elsewhere, answers what is in flight, closes the database. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Told of every mail written to the outbox. */
  readonly onMail?: (mail: Mail) => void;
  /** Takes the log's lines instead of the process's output. */
  readonly logTo?: { write(line: string): void };
  /** Less of it, for tests. */
  readonly patience?: Partial<Patience>;
}

export const migrationsFolder = path.join(projectRoot, "migrations");

export const buildServer = async (config: Config, options: ServerOptions = {}): Promise<Server> => {
  const isProxy = createProxyCheck(config.trustedProxies);
  const patience = { ...PATIENCE, ...options.patience };
  const app = Fastify({
    logger: { level: config.logLevel, serializers: requestLog, ...(options.logTo && { stream: options.logTo }) },
    // Not a count: a line of one server's log is told from another's, and can be found by what its caller was answered.
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // One reverse proxy in front; what a client says of itself beyond it counts for nothing (log-in limits are by address).
    trustProxy: (address: string, hop: number) => hop === 0 && isProxy(address),
    forceCloseConnections: true,
    requestTimeout: patience.uploadMs,
    connectionTimeout: patience.silenceMs,
    http: { headersTimeout: patience.headMs, connectionsCheckingInterval: patience.lookEveryMs },
    // The door says so in our own words, and lets those in who ask how the server is.
    return503OnClosing: false,
    // An address that cannot be read comes before any route, and so before its error handler.
    frameworkErrors: (_error, _request, reply) => answer(reply, refusal("INVALID")),
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>();
  // The browser's zod has no sentences (they weigh); the server's has.
  z.config(z.locales.en());
  // JSON is the one thing understood; Fastify would take text too.
  app.removeContentTypeParser("text/plain");
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  serveErrors(app);
  const metrics = createMetrics();
  const door = createDoor();
  const requests = guardDoor(app, door);
  const admission = createAdmission();
  limitSlowBodies(app, patience);
  app.server.maxConnections = CONNECTIONS_AT_MOST;
  takeReadsInTurn(app, {
    reads: admission.reads,
    userOf: (request) => {
      const token = bearerOf(request);
      return token === undefined ? null : tokens.userIdOf(token);
    },
    ...(!config.hasRateLimits && { waitingOfUser: Number.POSITIVE_INFINITY }),
  });
  app.addHook("onRequest", async ({ id }, reply) => void reply.header("x-request-id", id));
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    metrics.http.answered(`${method} ${routeOptions.url ?? "(none)"}`, statusCode, elapsedTime),
  );

  const { log } = app;
  const database = observedDatabase(
    await openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataDir }, migrationsFolder),
    metrics.database,
  );
  // Before anything acts on what the database holds: the demo's people are never sent mail through a real server.
  if (config.isProduction) {
    try {
      await refuseDemoAccounts(database);
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  const clock = new DatabaseClock();
  await clock.start(database);
  const exchange = createRatesKeeper({ database, url: config.ratesUrl, log });
  await exchange.start();

  // Without SMTP nothing is sent: the outbox is there to be read (development).
  const { smtpUrl, from } = config.mail;
  const mailWorker = smtpUrl ? startMailWorker({ database, smtpUrl, from, site: config, log }) : null;

  // --- engine → fanout
  const isAllowed = createOriginCheck(config);
  const clientAddress = createClientAddress(config.trustedProxies);
  let sharedSpending: SharedSpending | null = null;
  const limiter = config.hasRateLimits ? createLimiter((...spent) => sharedSpending?.spent(...spent)) : unlimited;
  const limits = createLiveLimits(limiter, config.hasRateLimits);
  const io = createSocketIo(app.server, { isAllowed, admission });
  const turns = new PacketTurns();
  const allRooms = new Rooms(() => io);
  const interests = new AdminInterests(database, allRooms);
  allRooms.exceptions = (frame, members) => interests.exceptions(frame, members);
  const catchUp = (auctionIds: readonly string[]): void => void ticker.reconcile(auctionIds).catch(() => {});
  const publisher = new Publisher(allRooms, clock, catchUp, metrics.fanout);
  const neighbours = config.redisUrl
    ? joinNeighbours(
        config.redisUrl,
        {
          moved: catchUp,
          people: (userIds) => news.changedElsewhere(userIds),
          relayed: (room, frame) => allRooms.publish(room, frame),
          spent: receiveSpending(limiter),
          viewers: (node, there) => viewers.elsewhere(node, there),
          backAgain: () => void ticker.reconcileAll().catch(() => {}),
        },
        clock,
        log,
      )
    : null;
  if (neighbours) allRooms.relay = neighbours.relay;
  if (neighbours && config.hasRateLimits) sharedSpending = shareSpending(neighbours.tellSpent);
  const isHearing = () => neighbours?.isHeard() ?? true;
  const slowReaders = watchSlowReaders(allRooms);
  const replay = createReplay(database);
  const ticker = startTicker({ isHearing, rooms: allRooms, publisher, database, replay, clock, log });
  const viewers = startViewers({
    rooms: allRooms,
    nameOf: createNames(config.jwtSecret),
    tell: neighbours?.tellViewers,
  });
  allRooms.onMember = (connection, room, isIn) => {
    viewers.moved(connection, room, isIn);
    ticker.moved(room);
  };
  const store = observedStore(createEngineStore(database, clock), metrics.commits);
  const settlementNews = startSettlementNews({ database, rooms: allRooms, isHearing, log });
  const listingNews = startListingNews({ database, rooms: allRooms, clock, isHearing });
  const engine = new AuctionEngine({
    store,
    clock,
    rates: exchange.current,
    staffMayBid: config.staffMayBid,
    log,
    observe: metrics.engine,
    events: {
      committed: (changes, at, balances, notified) => {
        const gained = interests.committed(changes);
        if (gained.length > 0) neighbours?.tellPeople(gained);
        publisher.publish(changes, at);
        publisher.notify(notified, changes);
        for (const userId of balances.keys()) news.changed(userId);
        settlementNews.committed(changes);
        const moved = changes.filter(({ before, after }) => before.version !== after.version);
        if (neighbours && moved.length > 0) neighbours.tellMoved([...new Set(moved.map(({ after }) => after.id))]);
        if (
          changes.some(
            ({ before, after }) =>
              before.status !== after.status || before.endsAt !== after.endsAt || before.startsAt !== after.startsAt,
          )
        ) {
          closeClock.nudge();
        }
        // Only such changes write mails.
        if (
          changes.some(
            ({ before, after }) =>
              before.status !== after.status ||
              before.leader?.id !== after.leader?.id ||
              before.settlement?.id !== after.settlement?.id,
          ) ||
          notified.length > 0
        ) {
          mailWorker?.poke();
        }
      },
      // Whether they moved is read back as soon as the database answers again.
      unknown: catchUp,
    },
  });
  const closeClock = startCloseClock({ engine, store, clock, log });
  const housekeeping = startHousekeeping({ database, log });
  const forfeitJob = startForfeitJob({ database, engine, stuck: (id) => settlementNews.changed([id]), log });
  const news = startAccountNews({
    database,
    rooms: allRooms,
    forget: (userId) => engine.forgetUser(userId),
    interests,
    unheardAdmins: () => (config.staffMayBid && !isHearing() ? interests.users() : []),
    tellOthers: neighbours?.tellPeople,
    log,
  });

  // --- accounts
  await app.register(jwt, jwtOptions(config.jwtSecret));
  const tokens = createTokens(app, database);
  const changed = ({ id }: Pick<Account, "id">): void => news.changed(id);
  const accounts = createAccounts({
    ...config,
    database,
    mailWritten: (mail) => {
      options.onMail?.(mail);
      mailWorker?.poke();
    },
    changed,
  });
  const signIn = createSignInWithGoogle({
    database,
    changed,
    sessionsEnded: ({ id }) =>
      allRooms.publishEverywhere(rooms.user(id), { type: "session:ended", data: { reason: "withdrawn" } }),
  });

  // --- payments
  const { topUps, sandbox } = openPayments(config, {
    database,
    credited: news.changed,
    log,
    listensAt: () => app.server.address(),
  });

  // --- socket
  const { contact } = config;
  const commands = createDispatch({
    database,
    engine,
    clock,
    rooms: allRooms,
    interests,
    publisher,
    viewers,
    replay,
    admission,
    limits,
    contact,
    log,
  });
  const departures = createDepartures(allRooms, recordCommands(commands, { observe: metrics.socket, log }));
  const { dispatch } = departures;
  const { isDraining } = door;
  serveSocketIo(io, { tokens, rooms: allRooms, dispatch, admission, limits, clientAddress, turns, isDraining });
  const plain = servePlainWebSocket(app.server, {
    tokens,
    rooms: allRooms,
    dispatch,
    admission,
    limits,
    clientAddress,
    turns,
    isAllowed,
    isDraining,
  });

  // --- http
  await app.register(helmet, browserPolicy(config));
  app.addHook("onRequest", async ({ url }, reply) => {
    void reply.header("permissions-policy", PERMISSIONS_POLICY);
    // Answers are somebody's own, or a moment's; the few that are not say so.
    if (/^\/(api|dev|health)\//.test(url)) void reply.header("cache-control", "no-store");
  });
  await app.register(cors, {
    delegator: (request, decide) =>
      decide(null, {
        origin: isAllowed(request.headers.origin, request.headers.host),
        methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
        credentials: true,
      }),
  });
  await app.register(compress, { globalCompression: true, globalDecompression: false });
  if (config.hasRateLimits) {
    await app.register(rateLimit, {
      // Whole neighbourhoods share one address on mobile networks, so this only stops floods.
      max: 6_000,
      timeWindow: "1 minute",
      // By the route: the same address can be written in many ways.
      allowList: ({ routeOptions }) => !routeOptions.url?.startsWith("/api/"),
      keyGenerator: ({ raw }) => clientAddress(raw),
      store: restLimitStore(limiter),
      errorResponseBuilder: (_request, { ttl }) => new Refused(refusal("RATE_LIMITED", { retryAfterMs: ttl })),
    });
  }
  const pictures = path.join(projectRoot, "server/demo/pictures");
  // Also for a demo that an earlier start made.
  const hasDemo = !config.isProduction && existsSync(pictures);
  const media = openMediaStorage(config);
  const own = { database, node: randomUUID() };
  const cleanup = startJobs(
    [
      createCommandExpiry({ ...own, removed: (rows, ms) => metrics.cleanup.removed("commands", rows, ms) }),
      createOrphanRemoval({
        ...{ ...own, storage: media, folder: config.media.folder },
        removed: (uploads, ms) => metrics.cleanup.removed("uploads", uploads, ms),
      }),
    ],
    { failed: metrics.cleanup.failed, log },
  );
  const mediaCheck = createMediaCheck(media, hasDemo ? pictures : null, (names) => touchUploads(database, names));
  const deps: HttpDeps = {
    config,
    database,
    engine,
    engineStore: store,
    clock,
    publisher,
    accounts,
    tokens,
    limits,
    clientAddress,
    mediaCheck,
  };
  const caller = createCaller(deps);
  guardRoutes(app, caller);
  await serveOpenApi(app);
  serveAsyncApi(app, config);
  serveAdminUsers(app, deps, caller, news);
  serveRefusedUsernames(app, deps, caller);
  serveAuth(app, deps, caller);
  serveGoogle(app, { config, tokens, signIn });
  serveProfile(app, deps, caller, news);
  serveSite(app, deps);
  servePayments(app, deps, caller, topUps);
  if (topUps) await servePaystackWebhook(app, topUps);
  if (sandbox) await serveSandbox(app, sandbox, config.brandName);
  serveCurrency(app, exchange);
  serveExchangeRate(app, deps, caller, exchange);
  serveAuctions(app, deps, caller);
  serveAuctionEdits(app, deps, caller);
  serveAdminAuctions(app, deps, caller);
  serveAuctionHistory(app, deps, caller);
  serveBids(app, deps, caller);
  serveMaxBids(app, deps, caller);
  serveBuyItNow(app, deps, caller);
  serveVoids(app, deps, caller);
  serveHolidays(app, deps, caller);
  serveSettlements(app, deps, caller, (id) => {
    settlementNews.changed([id]);
    forfeitJob.poke();
  });
  serveMail(app, deps);
  await serveUploads(
    app,
    caller,
    createUploads(media, config.media.folder, (name) => noteUpload(database, name)),
  );
  serveMedia(app, media);
  serveHealth(app, { database, isDraining });
  metrics.watch({
    queueLength: () => engine.queueLength,
    rooms: allRooms,
    slowReaders,
    admission,
    clockBehindMs: () => clock.now() - Date.now(),
    isHearing: neighbours && isHearing,
    isDraining,
    waitingWork: () => inTime(waitingWork(database), COUNTED_WITHIN_MS),
  });
  serveMetrics(app, { print: metrics.print, token: config.metricsToken });
  if (!config.isProduction) serveDevelopmentMail(app, database, config);

  if (hasDemo) {
    await app.register(serveStatic, {
      ...{ root: pictures, prefix: "/media/demo/", decorateReply: false, maxAge: "1d" },
      setHeaders: (reply) => void reply.header("cross-origin-resource-policy", "cross-origin"),
    });
  }
  const site = path.join(projectRoot, "client/dist");
  const hasSite = existsSync(path.join(site, "index.html"));
  if (hasSite) {
    const policy = sitePolicy(config);
    await app.register(serveStatic, {
      root: site,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(path.join(site, "assets"));
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        if (file.endsWith(".html")) reply.header("content-security-policy", policy);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // The client has its own routes; everything else that is not there is not there.
    const isPage =
      request.method === "GET" &&
      !/^\/(api|dev|sandbox|media|assets|docs|health|metrics|socket\.io)([/?]|$)/.test(request.url);
    if (isPage && hasSite) return reply.sendFile("index.html");
    return answer(reply, refusal("NOT_FOUND"));
  });

  let topUpSweep: ReturnType<typeof startTopUpSweep> | undefined;
  app.addHook("onListen", async () => {
    if (topUps) topUpSweep = startTopUpSweep(topUps, log);
  });
  app.addHook("preClose", async () => {
    closeClock.stop();
    await housekeeping.stop();
    await inTime(cleanup.stop(), CLEANUP_WITHIN_MS);
    await forfeitJob.stop();
    await topUpSweep?.stop();
    news.close();
    settlementNews.close();
    listingNews.close();
    await engine.close();
    await mailWorker?.stop();
    await exchange.stop();
    ticker.close();
    viewers.close();
    slowReaders.close();
    publisher.close();
    plain.close();
    sharedSpending?.close();
    await neighbours?.close();
    await io.close();
  });

  return {
    database,
    engine,
    async listen() {
      // Before anybody registers a name that looks like an older account's.
      await checkUsernames(database);
      await app.listen({ port: config.port, host: config.host, backlog: CONNECTIONS_WAITING });
      const address = app.server.address();
      return typeof address === "object" && address ? address.port : config.port;
    },
    async close() {
      door.drain();
      log.info({}, "draining: no longer ready, no new sockets");
      await sleep(config.drain.waitMs);
      await departures.sendAll(config.drain.spreadMs);
      door.shut();
      log.info({}, "draining: all sockets are gone, answering the last requests");
      await inTime(requests.gone(), REQUESTS_WITHIN_MS);
      await app.close();
      clock.stop();
      await database.close();
    },
  };
};
