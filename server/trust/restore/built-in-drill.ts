// One drill with the built-in PostgreSQL: a backup is made while people bid, and then the data folder is lost; the backup
// is restored, and people go on. Everything since the backup is lost.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { backupsIn } from "../../src/tools/operator/backup-files.ts";
import { runJara } from "../../test/support/e2e-operator.ts";
import type { RoundUnderWay } from "../round/play-round.ts";
import { builtJara, builtServer, makeNode, type SiteNode } from "../site/node.ts";
import { openSiteProxy, type SiteProxy } from "../site/proxy.ts";
import { nodeEnvironment } from "../site/site.ts";
import type { Drilled } from "./cluster-drill.ts";
import { goOnWithLog, headOf, type LogOfSite, logRestart, publishedAt } from "./public-log.ts";

export interface BuiltInSite {
  readonly proxy: SiteProxy;
  readonly node: SiteNode;
  /** Opens the database while the server is stopped, because a folder has one server. */
  withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T>;
  drill(round: RoundUnderWay): Promise<Drilled>;
  close(): Promise<void>;
}

export const openBuiltInSite = async (migrations: string, logKey: string): Promise<BuiltInSite> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-trust-"));
  const [dataDir, backups] = [path.join(folder, "data"), path.join(folder, "backups")];
  mkdirSync(dataDir);
  const proxy = await openSiteProxy();
  const settings = { ...nodeEnvironment(proxy, dataDir), LOG_KEY: logKey };
  const node = await makeNode({ entry: builtServer, environment: settings });
  proxy.lead([node.port]);
  const withDatabase: BuiltInSite["withDatabase"] = async (use) => {
    const database = await openDatabase({ folder: dataDir }, migrations);
    return await use(database).finally(() => database.close());
  };
  return {
    proxy,
    node,
    withDatabase,
    drill: (round) => drill({ proxy, node, withDatabase, dataDir, backups, settings }, round),
    close: async () => {
      proxy.close();
      await node.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

interface Drilling extends Pick<BuiltInSite, "proxy" | "node" | "withDatabase"> {
  readonly dataDir: string;
  readonly backups: string;
  readonly settings: Readonly<Record<string, string>>;
}

const drill = async (site: Drilling, { random, broken }: RoundUnderWay): Promise<Drilled> => {
  const { proxy, node, withDatabase, dataDir, backups, settings } = site;
  const jara = async (...args: string[]): Promise<void> => {
    const { code, said } = await runJara(args, settings, { program: builtJara });
    if (code !== 0) throw new Error(`jara ${args.join(" ")} failed: ${said}`);
  };
  const begunAt = performance.now();
  await jara("backup", "--to", backups);
  const backupMs = performance.now() - begunAt;
  await sleep(random.between(1_000, 6_000));

  const published = await publishedAt(proxy.address);
  broken();
  const lostAt = performance.now();
  await node.kill();
  const kept = readFileSync(path.join(dataDir, CHECKPOINT), "utf8");
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
  // docs/operations.md asks for a copy of this file elsewhere.
  writeFileSync(path.join(dataDir, CHECKPOINT), kept);
  const newest = backupsIn(backups).reduce((latest, one) => (one.at > latest.at ? one : latest));
  const copyingAt = performance.now();
  await jara("restore", path.join(backups, newest.manifest.file));
  const copiedMs = performance.now() - copyingAt;
  const head = await withDatabase(headOf);
  const resumedAt = performance.now();
  await node.start();
  const nodesMs = performance.now() - resumedAt;
  const log = await goOnWithLog(logOf(site), { published, head });
  const restored = { copiedMs, primaryMs: copiedMs, wholeMs: copiedMs, lastAt: newest.at };
  return {
    to: newest.at,
    lostAt,
    resumedAt,
    restored,
    nodesMs,
    backupMs,
    isLogRestarted: log.isRestarted,
    findings: log.findings,
  };
};

const CHECKPOINT = "log-checkpoint";

const logOf = ({ proxy, node, withDatabase, settings }: Drilling): LogOfSite => ({
  isStopped: async () => /^jara_log_stopped 1$/m.test(await (await fetch(`${node.address}/metrics`)).text()),
  restart: async (reason) => {
    await node.stop();
    const before = await withDatabase(headOf);
    const done = await logRestart(reason, settings);
    await node.start();
    return { before, done };
  },
  published: () => publishedAt(proxy.address),
});
