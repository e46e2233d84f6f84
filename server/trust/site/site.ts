// Opens a whole site for a row to break: its own PostgreSQL and Redis, each node with its own links to both, and a
// proxy before the nodes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startThrowawayPostgres, type ThrowawayPostgres } from "../../bench/throwaway-postgres.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { hasRedis, startThrowawayRedis, type ThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import { CannotBeTried } from "../row.ts";
import { type NetworkLink, openNetworkLink } from "./network-link.ts";
import { builtServer, makeNode, type SiteNode } from "./node.ts";
import { openSiteProxy, type SiteProxy } from "./proxy.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));
export const SITE_SECRET = "secret-of-a-site-that-is-made-to-be-broken-0123456789";

export interface LinkedNode extends SiteNode {
  readonly toPostgres: NetworkLink;
  readonly toRedis: NetworkLink;
}

/** The site on which rounds are played: nodes behind a proxy, and a way to their database. */
export interface PlayedSite {
  readonly proxy: SiteProxy;
  readonly nodes: readonly SiteNode[];
  /** A direct connection to PostgreSQL that uses none of the links. */
  readonly database: Database;
  /** Points the proxy at the running nodes. */
  lead(): void;
  close(): Promise<void>;
}

export interface Site extends PlayedSite {
  readonly postgres: ThrowawayPostgres;
  readonly redis: ThrowawayRedis;
  readonly nodes: readonly LinkedNode[];
}

export interface SiteOptions {
  readonly nodes: number;
  readonly entry?: string;
  /** The extra environment of the i-th node. */
  environmentOf?(index: number): Readonly<Record<string, string>>;
  clockWrongMsOf?(index: number): number | undefined;
  /** The folder for PostgreSQL's data. */
  readonly under?: string;
}

/** Throws CannotBeTried if PostgreSQL or Redis is not installed. */
export const openSite = async (options: SiteOptions): Promise<Site> => {
  if (!hasRedis()) throw new CannotBeTried("redis-server is not installed");
  const postgres = await startThrowawayPostgres(options.under);
  if (!postgres) throw new CannotBeTried("PostgreSQL's server programs are not installed");
  const redis = await startThrowawayRedis();
  const folder = mkdtempSync(path.join(tmpdir(), "jara-trust-"));
  const proxy = await openSiteProxy();
  const database = await openDatabase({ url: postgres.url }, migrations);
  const nodes = await Promise.all(
    Array.from({ length: options.nodes }, async (_, index): Promise<LinkedNode> => {
      const [toPostgres, toRedis] = await Promise.all([
        openNetworkLink(portOf(postgres.url)),
        openNetworkLink(portOf(redis.url)),
      ]);
      const clockWrongMs = options.clockWrongMsOf?.(index);
      const node = await makeNode({
        entry: options.entry ?? builtServer,
        environment: {
          ...nodeEnvironment(proxy, path.join(folder, String(index))),
          DATABASE_URL: through(postgres.url, toPostgres),
          REDIS_URL: through(redis.url, toRedis),
          ...options.environmentOf?.(index),
        },
        ...(clockWrongMs !== undefined && { clockWrongMs }),
      });
      return { ...node, toPostgres, toRedis };
    }),
  );
  const lead = (): void => proxy.lead(nodes.filter((node) => node.isRunning()).map(({ port }) => port));
  const close = async (): Promise<void> => {
    proxy.close();
    for (const node of nodes) node.thaw();
    await Promise.all(nodes.map((node) => node.kill()));
    for (const { toPostgres, toRedis } of nodes) {
      toPostgres.close();
      toRedis.close();
    }
    await database.close();
    await redis.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    lead();
    return { postgres, redis, proxy, nodes, database, lead, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The settings that every node of a site has. */
export const nodeEnvironment = (proxy: SiteProxy, folder: string): Record<string, string> => ({
  PUBLIC_URL: proxy.address,
  DATA_DIR: folder,
  JWT_SECRET: SITE_SECRET,
  SEED: "none",
  RATE_LIMITS: "off",
  // Rounds last longer than a proof of an administrator does.
  STEP_UP_MINUTES: "0",
  LOG_LEVEL: "error",
});

const portOf = (url: string): number => Number(new URL(url).port);
const through = (url: string, { port }: NetworkLink): string => {
  const led = new URL(url);
  led.port = String(port);
  return led.href;
};
