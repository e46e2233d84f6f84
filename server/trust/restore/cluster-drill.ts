// One drill: a site on a cluster is backed up while people bid; the cluster is lost with all of its data; it is restored,
// to a named second or to the newest that was archived, and people go on.
import { setTimeout as sleep } from "node:timers/promises";
import { databaseNow } from "../../test/support/seed.ts";
import { backUp } from "../cluster/backups.ts";
import { loseEverything, type Restored, restoreCluster } from "../cluster/restore.ts";
import type { RoundUnderWay } from "../round/play-round.ts";
import { patientNow } from "../rows/fault-row.ts";
import type { ClusterSite } from "../site/cluster-site.ts";
import type { SiteNode } from "../site/node.ts";
import { goOnWithLog, headOf, type LogOfSite, logRestart, publishedAt } from "./public-log.ts";

export interface Drilled {
  /** The moment that the database was restored to: epoch ms of the database. */
  readonly to: number;
  /** Everything was lost, and the nodes were started on the restored database (`performance.now()`). */
  readonly lostAt: number;
  readonly resumedAt: number;
  readonly restored: Restored;
  /** The nodes took so long from their start until they were ready (ms). */
  readonly nodesMs: number;
  readonly backupMs: number;
  readonly isLogRestarted: boolean;
  readonly findings: readonly string[];
}

/** `second`: to a second that is named while people bid. `newest`: to the newest that was archived. */
export type Target = "second" | "newest";

/** deploy/cluster/patroni.yml has the same. */
const ARCHIVE_TIMEOUT_MS = 10_000;
/** A file reaches the repository within this time after archive_timeout, on a busy machine too. */
const ARCHIVED_WITHIN_MS = 6_000;
const STARTS = 3;

export const drillCluster = async (
  site: ClusterSite,
  target: Target,
  { random, broken }: RoundUnderWay,
): Promise<Drilled> => {
  const { cluster, database, proxy, nodes, settings } = site;
  const begunAt = performance.now();
  await backUp(cluster.plan, await cluster.healthy(), "full");
  const backupMs = performance.now() - begunAt;
  await sleep(random.between(500, 2_000));
  await backUp(cluster.plan, await cluster.healthy(), "incr");
  await sleep(random.between(1_000, 3_000));
  const second = target === "second" ? await nameSecond(site) : null;
  await sleep(second === null ? random.whole(2 * ARCHIVE_TIMEOUT_MS) : ARCHIVE_TIMEOUT_MS + ARCHIVED_WITHIN_MS);

  const published = await publishedAt(proxy.address);
  broken();
  const lostAt = performance.now();
  await loseEverything(cluster);
  proxy.lead([]);
  const stopped = Promise.all(nodes.map((node) => node.stop()));
  const restored = await restoreCluster(cluster, second === null ? null : inWords(second));
  await stopped;
  // Connections from before the loss fail once.
  await patientNow(site);
  const to = second ?? restored.lastAt;
  if (to === null) throw new Error("the recovery does not say how far it came");
  const head = await headOf(database);
  const findings = await newerThan(site, to);
  const resumedAt = performance.now();
  await Promise.all(nodes.map(startPatiently));
  site.lead();
  const nodesMs = performance.now() - resumedAt;
  const logOfSite: LogOfSite = {
    isStopped: async () => (await headOf(database)).isStopped,
    restart: async (reason) => ({ before: await headOf(database), done: await logRestart(reason, settings) }),
    published: () => publishedAt(proxy.address),
  };
  const log = await goOnWithLog(logOfSite, { published, head });
  return {
    to,
    lostAt,
    resumedAt,
    restored,
    nodesMs,
    backupMs,
    isLogRestarted: log.isRestarted,
    findings: [...findings, ...log.findings],
  };
};

/** Starts it again if it ends, as systemd does. */
const startPatiently = async (node: SiteNode): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await node.start();
    } catch (error) {
      if (tries === STARTS) throw error;
      await node.kill();
    }
  }
};

/** The next whole second of the database's clock; resolves when it is over. */
const nameSecond = async ({ database }: ClusterSite): Promise<number> => {
  const second = Math.ceil((await databaseNow(database)) / 1_000) * 1_000;
  while ((await databaseNow(database)) <= second) await sleep(20);
  return second;
};

const inWords = (second: number): string => `${new Date(second).toISOString().slice(0, 19).replace("T", " ")}+00`;

/** Says what the database has from after the moment, although no server has run on it since. */
const newerThan = async ({ database }: ClusterSite, to: number): Promise<string[]> => {
  const rows = await database.query<{ what: string; count: number }>(
    `select what, count(*)::int from (
       select 'steps of auctions' as what, at from auction_events
       union all select 'commands', created_at from stored_outcomes
       union all select 'movements of money', created_at from ledger_entries
     ) as written where at > to_timestamp($1::float8 / 1000) group by what`,
    [String(to)],
  );
  return rows.map(({ what, count }) => `${count} ${what} are from after the moment that was restored`);
};
