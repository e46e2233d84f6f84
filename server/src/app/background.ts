// Opens the storage of pictures and videos, the parts that take uploads and make lots, and the public log, and starts
// the background jobs and the readers of the log.
import { randomUUID } from "node:crypto";
import type { Config } from "../config.ts";
import { openLotMaker } from "../features/auctions/lot-maker.ts";
import { siteNow } from "../features/auctions/search/collect-regions.ts";
import { createMediaCheck } from "../features/media/media-check.ts";
import { openMediaStorage } from "../features/media/storage/open-storage.ts";
import { noteUpload, touchUploads } from "../features/media/upload-queries.ts";
import { createUploads } from "../features/media/uploads.ts";
import { netsOfSales } from "../features/proceeds/sales.ts";
import { openPublicLog } from "../features/public-log/open-public-log.ts";
import { startLogReaders } from "../log-readers/start-readers.ts";
import type { App } from "../platform/http/app.ts";
import type { Foundation } from "./foundation.ts";
import { startAllJobs } from "./jobs.ts";
import type { LiveNotifiers } from "./live-notifiers.ts";
import type { Metrics } from "./metrics.ts";
import type { EngineParts } from "./open-engine.ts";
import { demoPicturesOf } from "./site.ts";

interface BackgroundDeps
  extends Pick<Foundation, "database" | "clock" | "exchange" | "settings">,
    Pick<LiveNotifiers, "live" | "listNotifier" | "settlementNotifier" | "saleNotifier" | "inboxNotifier">,
    Pick<EngineParts, "engine" | "accountNotifier"> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: App["log"];
}

export type Background = Awaited<ReturnType<typeof startBackground>>;

export const startBackground = async (deps: BackgroundDeps) => {
  const { config, database, clock, metrics, log, engine, accountNotifier } = deps;
  const storage = openMediaStorage(config);
  const mediaCheck = createMediaCheck(storage, demoPicturesOf(config), (names) => touchUploads(database, names));
  const uploads = createUploads(storage, config.media.folder, (name, sha256) => noteUpload(database, name, sha256));
  const lotMaker = openLotMaker({
    database,
    log,
    made(lot) {
      database.wake("public-lists");
      const { interests, publisher, cluster } = deps.live;
      if (lot.isConsigned) {
        interests.sells(lot.seller.id, lot.id);
        cluster?.publishPeople([lot.seller.id]);
      }
      publisher.created(lot);
    },
  });
  // Only a server with Redis loads its client.
  const shared =
    config.redisUrl && config.log
      ? (await import("../features/public-log/published/redis-memory.ts")).openRedisMemory(config.redisUrl)
      : null;
  const publicLog = openPublicLog({
    database,
    clock,
    keys: config.log,
    folder: config.dataDir,
    isProduction: config.isProduction,
    log,
    node: randomUUID(),
    shared,
    witnesses: config.witnesses,
    observe: metrics.publicLog,
    publicUrl: config.publicUrl,
  });
  const jobs = startAllJobs({
    config,
    database,
    engine: deps.engine,
    storage,
    settlements: deps.settlementNotifier,
    metrics,
    log,
    accountChanged: (userId) => accountNotifier.changed(userId),
    listNotifier: deps.listNotifier,
    inboxChanged: deps.inboxNotifier.changed,
    rates: deps.exchange.current,
    site: () => siteNow(deps),
    proceedsDays: () => deps.settings.current().proceeds.days,
    saleChanged: deps.saleNotifier.changed,
    imports: { clock, mediaCheck, uploads, lotMaker, houseRules: deps.settings.houseRules },
  });
  const logReaders = startLogReaders({
    database,
    inboxChanged: deps.inboxNotifier.changed,
    mailed: deps.live.publisher.mailed,
    lotsMoved: ({ bidders, watchers }) => {
      const people = [...new Set([...bidders, ...watchers])];
      for (const userId of bidders) deps.listNotifier.own(userId, "own-bids");
      for (const userId of people) deps.listNotifier.own(userId, "own-notifications");
      deps.inboxNotifier.changed(people);
    },
    netsOfSales: netsOfSales(() => engine.rates),
    log,
  });
  return { storage, mediaCheck, uploads, lotMaker, publicLog, jobs, logReaders };
};
