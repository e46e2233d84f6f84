// Serves the routes, the sockets and the client's files, starts the job of approvals, and gives the metrics what they
// read at each scrape.
import type { Config } from "../config.ts";
import { createCaller } from "../features/accounts/caller.ts";
import { openSms } from "../features/accounts/phone/sms/open-sms.ts";
import { startApprovalJob } from "../features/approvals/approval-job.ts";
import type { Payments } from "../features/payments/open-payments.ts";
import { createPaystackWebhook } from "../features/payments/paystack-webhook.ts";
import type { KeptLists } from "../features/site-pages/routes.ts";
import type { WithdrawalService } from "../features/withdrawals/open-withdrawals.ts";
import { migrationStatus } from "../platform/database/migrating/migration-status.ts";
import type { App } from "../platform/http/app.ts";
import type { Job } from "../platform/jobs/job.ts";
import { inTime } from "../platform/lib/in-time.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import { waitingWork } from "../platform/observe/waiting-work.ts";
import type { AccountParts } from "./accounts.ts";
import type { Background } from "./background.ts";
import type { Foundation } from "./foundation.ts";
import type { LiveNotifiers } from "./live-notifiers.ts";
import type { Metrics } from "./metrics.ts";
import { migrationsFolder } from "./open-database.ts";
import type { EngineParts } from "./open-engine.ts";
import { serveRoutes } from "./routes.ts";
import { serveClient } from "./site.ts";
import { type Sockets, serveSockets } from "./sockets.ts";
import { version } from "./version.ts";

/** A metrics scrape must show soon that the database cannot be reached. */
const COUNTED_WITHIN_MS = 1_000;

interface MarketParts extends Foundation, LiveNotifiers, EngineParts, AccountParts, Background {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly admission: Admission;
  readonly clientAddress: ClientAddress;
  readonly keptLists: KeptLists;
  readonly withdrawals: WithdrawalService | null;
  readonly withdrawalChanged: (userId: string) => void;
  readonly isDraining: () => boolean;
}

export interface Market {
  readonly sockets: Sockets;
  readonly approvalJob: Job;
}

export const serveMarket = async (app: App, parts: MarketParts): Promise<Market> => {
  const { approvals } = await serveAllRoutes(app, parts);
  const { config, database, lists, clock, engine, live, tokens, admission, clientAddress, isDraining } = parts;
  const sockets = await serveSockets({
    app,
    config,
    contacts: parts.settings.contacts,
    database,
    clock,
    engine,
    requirements: parts.requirements,
    live,
    tokens,
    admission,
    clientAddress,
    limits: parts.limits.live,
    time: parts.limits.time,
    metrics: parts.metrics,
    log: app.log,
    isDraining,
  });
  const { storage, keptLists, exchange, settings } = parts;
  await serveClient(app, { config, database, lists, clock, storage, keptLists, exchange, settings });
  watchMetrics(parts);
  return { sockets, approvalJob: startApprovalJob({ database, approvals, log: app.log }) };
};

const serveAllRoutes = (app: App, parts: MarketParts): ReturnType<typeof serveRoutes> => {
  const { config, database, live, clock, settings, tokens, limits, clientAddress } = parts;
  const { payments, withdrawals, settlementNotifier, accountNotifier, listNotifier } = parts;
  return serveRoutes(app, {
    config,
    database,
    lists: parts.lists,
    engine: parts.engine,
    engineStore: parts.store,
    clock,
    publisher: live.publisher,
    requirements: parts.requirements,
    rooms: live.rooms,
    mediaCheck: parts.mediaCheck,
    lotMaker: parts.lotMaker,
    settings,
    site: parts.site,
    categories: () => settings.current().categories,
    houseRules: settings.houseRules,
    caller: createCaller({ ...config, tokens, limits: limits.live, clientAddress }),
    auth: { accounts: parts.accounts, tokens, clientAddress, readReserved: parts.readReserved },
    accountNotifier,
    sms: openSms(config),
    bidderChanged: (userId) => {
      accountNotifier.changed(userId);
      listNotifier.own(userId, "own-bidder-checks");
    },
    signIn: parts.signIn,
    exchange: parts.exchange,
    withdrawals,
    metrics: parts.metrics,
    isDraining: parts.isDraining,
    payments: { ...payments, webhook: webhookOf(payments, withdrawals) },
    inboxNotifier: parts.inboxNotifier,
    published: parts.publicLog.published,
    withdrawalChanged: parts.withdrawalChanged,
    uploads: parts.uploads,
    media: parts.storage,
    saleChanged: parts.saleNotifier.changed,
    settlementChanged: (id) => settlementNotifier.changed([id]),
  });
};

const watchMetrics = ({ metrics, database, engine, live, clock, replica, ...parts }: MarketParts): void =>
  metrics.watch({
    queueLength: () => engine.queueLength,
    rooms: live.rooms,
    unread: live.unread,
    slowReaders: live.slowReaders,
    admission: parts.admission,
    isDraining: parts.isDraining,
    clockBehindMs: () => clock.now() - Date.now(),
    isClusterConnected: live.cluster && live.isClusterConnected,
    waitingWork: () => inTime(waitingWork(database), COUNTED_WITHIN_MS),
    replica: replica?.figures ?? null,
    version,
    migrations: () => inTime(migrationStatus(database, migrationsFolder), COUNTED_WITHIN_MS),
  });

/** Paystack sends all its reports to one address. */
const webhookOf = ({ topUps, service }: Payments, withdrawals: WithdrawalService | null) =>
  topUps && service && withdrawals
    ? createPaystackWebhook({ secretKey: service.secretKey, topUps, transfers: withdrawals.transfers })
    : null;
