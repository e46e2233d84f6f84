// Starts the background jobs, and returns how to stop each of them.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ExchangeRates } from "@jara/shared/money";
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import { createCommandExpiry } from "../engine/commit/expire-commands.ts";
import { startSecretRenewal } from "../features/accounts/second-factor/renew-secrets.ts";
import { startSuspensionJob } from "../features/accounts/suspensions/suspension-job.ts";
import { type ImportJobDeps, startImportJob } from "../features/auctions/imports/import-job.ts";
import { createImportRemoval } from "../features/auctions/imports/remove-old-imports.ts";
import { startMatchJob } from "../features/auctions/saved-searches/match-job.ts";
import type { SiteNow } from "../features/auctions/search/collect-regions.ts";
import { startSuspensionOfMaxima } from "../features/bids/suspension-of-maxima.ts";
import { startAlertJob } from "../features/desk/alert-job.ts";
import { startQuietChanges } from "../features/desk/quiet-changes.ts";
import { createOrphanRemoval } from "../features/media/remove-orphans.ts";
import type { MediaStorage } from "../features/media/storage/media-storage.ts";
import { INCOMING } from "../features/media/uploads.ts";
import { startDigestJob } from "../features/notifications/digest-job.ts";
import { startDeletionJob } from "../features/own-data/deletion-job.ts";
import { startProceedsJob } from "../features/proceeds/proceeds-job.ts";
import { startReceiptJob } from "../features/receipts/receipt-job.ts";
import { startSaleActionJob } from "../features/sales/action-job.ts";
import { startSaleOrderJob } from "../features/sales/order-job.ts";
import { startForfeitJob } from "../features/settlements/forfeit-job.ts";
import { makeInvoices } from "../features/settlements/invoices/make-invoices.ts";
import type { SettlementNotifier } from "../features/settlements/settlement-notifier.ts";
import { startReminderJob } from "../features/watchlist/reminder-job.ts";
import type { ListNotifier } from "../live/list-notifier.ts";
import type { Database } from "../platform/database/database.ts";
import { startCleanups } from "../platform/jobs/cleanup.ts";
import { inTime } from "../platform/lib/in-time.ts";
import { CLEANUP_WITHIN_MS } from "../platform/shutdown/shutdown-waits.ts";
import { startHousekeeping } from "./housekeeping.ts";
import type { Metrics } from "./metrics.ts";

export interface Jobs {
  stop(): Promise<void>;
}

export const startAllJobs = (deps: {
  readonly config: Config;
  readonly database: Database;
  readonly engine: AuctionEngine;
  readonly storage: MediaStorage;
  readonly settlements: Pick<SettlementNotifier, "changed">;
  /** Called when a job changed an account. */
  readonly accountChanged: (userId: string) => void;
  /** Called when lots of an action on a sale are done, and when the whole action is. */
  readonly saleChanged: (saleId: string) => void;
  readonly listNotifier: Pick<ListNotifier, "own" | "staffHere">;
  /** Called with the people for whom a job wrote notifications that are not mailed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly rates: () => ExchangeRates;
  readonly site: () => SiteNow;
  /** A seller is paid this many days after the buyer's payment. */
  readonly proceedsDays: () => number;
  /** For imports of lots. */
  readonly imports: Pick<ImportJobDeps, "clock" | "mediaCheck" | "uploads" | "lotMaker" | "houseRules">;
  readonly metrics: Pick<Metrics, "cleanup">;
  readonly log: Record<"info" | "warn" | "error", (details: object, message: string) => void>;
}): Jobs => {
  const { config, database, engine, storage, settlements, metrics, log } = deps;
  const housekeeping = startHousekeeping({ database, log });
  const quietChanges = startQuietChanges({ database, changed: deps.listNotifier.staffHere, log });
  const forfeits = startForfeitJob({ database, engine, stuck: (id) => settlements.changed([id]), log });
  const { maxUnpaidWins } = config;
  const suspensionOfMaxima = startSuspensionOfMaxima({ database, engine, maxUnpaidWins, log });
  const saleActions = startSaleActionJob({ database, engine, saleChanged: deps.saleChanged, log });
  const saleOrder = startSaleOrderJob({ database, engine, log });
  const imports = startImportJob({
    ...deps.imports,
    database,
    engine,
    storage,
    log,
    folder: path.join(config.media.folder, INCOMING),
    importMoved: (ownerId) => deps.listNotifier.own(ownerId, "own-imports"),
  });
  const receipts = startReceiptJob({ database, log, invoice: (buyerId) => makeInvoices(database, buyerId) });
  const proceeds = startProceedsJob({
    database,
    days: deps.proceedsDays,
    rates: deps.rates,
    paid(sellerId) {
      deps.accountChanged(sellerId);
      deps.inboxChanged([sellerId]);
    },
    log,
  });
  const alerts = startAlertJob({ database, clock: deps.imports.clock, log });
  const digests = startDigestJob({ database, log });
  const suspensions = startSuspensionJob(deps);
  const deletions = startDeletionJob(deps);
  const secretRenewal = startSecretRenewal(config, { database, log });
  const own = { database, node: randomUUID() };
  const reminders = startReminderJob({ database, inboxChanged: deps.inboxChanged, log });
  const matches = startMatchJob({ ...own, site: deps.site, inboxChanged: deps.inboxChanged, log });
  const cleanup = startCleanups(
    [
      createCommandExpiry({ ...own, removed: (rows, ms) => metrics.cleanup.removed("commands", rows, ms) }),
      createOrphanRemoval({
        ...own,
        storage,
        folder: config.media.folder,
        log,
        removed: (uploads, ms) => metrics.cleanup.removed("uploads", uploads, ms),
      }),
      createImportRemoval({
        ...own,
        storage,
        log,
        removed: (count, ms) => metrics.cleanup.removed("imports", count, ms),
      }),
    ],
    { failed: metrics.cleanup.failed, log },
  );
  return {
    stop: async () => {
      await housekeeping.stop();
      await quietChanges.stop();
      await inTime(cleanup.stop(), CLEANUP_WITHIN_MS);
      await forfeits.stop();
      await suspensionOfMaxima.stop();
      await imports.stop();
      await saleActions.stop();
      await saleOrder.stop();
      await receipts.stop();
      await proceeds.stop();
      await alerts.stop();
      await digests.stop();
      await suspensions.stop();
      await deletions.stop();
      await matches.stop();
      await reminders.stop();
      await secretRenewal?.stop();
    },
  };
};
