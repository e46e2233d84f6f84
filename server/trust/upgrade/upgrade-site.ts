// Opens a site for an upgrade: its own PostgreSQL and Redis, two nodes of the version before and two of this one, and a
// proxy that asks the nodes whether they are ready.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startThrowawayPostgres } from "../../bench/throwaway-postgres.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { isAnswering } from "../../src/tools/child-process.ts";
import type { Participants } from "../../src/tools/load/make-participants.ts";
import { hasRedis, startThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import type { RoundParticipants } from "../round/participants.ts";
import { CannotBeTried } from "../row.ts";
import { builtServer, makeNode, type SiteNode } from "../site/node.ts";
import { openSiteProxy, type SiteProxy } from "../site/proxy.ts";
import { nodeEnvironment, SITE_SECRET } from "../site/site.ts";
import type { VersionBefore } from "./version-before.ts";

/** In production three and five seconds, and a proxy that asks every two. */
const DRAINS = { DRAIN_WAIT_MS: "1000", DRAIN_SPREAD_MS: "1500" };
const ASKED_EVERY_MS = 200;

/** A node of one of the two versions. */
export interface VersionedNode extends SiteNode {
  readonly version: "before" | "after";
}
type Pair = readonly [VersionedNode, VersionedNode];

export interface UpgradeSite {
  readonly proxy: SiteProxy;
  readonly database: Database;
  /** They run when the site opens. */
  readonly before: Pair;
  /** In the places of the nodes before, with their folders. */
  readonly after: Pair;
  /** From now on the proxy leads to these nodes, as long as they are ready. */
  serve(nodes: readonly SiteNode[]): void;
  /** People made by the version before. */
  makePeople(bidders: number): Promise<RoundParticipants>;
  close(): Promise<void>;
}

/** `entry`: this version's server. Throws CannotBeTried if PostgreSQL or Redis is not installed. */
export const openUpgradeSite = async (version: VersionBefore, entry = builtServer): Promise<UpgradeSite> => {
  if (!hasRedis()) throw new CannotBeTried("redis-server is not installed");
  const postgres = await startThrowawayPostgres();
  if (!postgres) throw new CannotBeTried("PostgreSQL's server programs are not installed");
  const undo: (() => unknown)[] = [() => postgres.stop()];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "jara-upgrade-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const redis = await startThrowawayRedis();
    undo.push(() => redis.stop());
    const proxy = await openSiteProxy();
    undo.push(() => proxy.close());

    const common = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LOG_KEY: randomBytes(32).toString("hex"),
      ...DRAINS,
    };
    const environmentOf = (place: number) => ({
      ...nodeEnvironment(proxy, path.join(folder, String(place))),
      ...common,
    });
    const pairOf = async (which: VersionedNode["version"], program: string): Promise<Pair> => {
      const nodeAt = async (place: number): Promise<VersionedNode> => ({
        ...(await makeNode({ entry: program, environment: environmentOf(place) })),
        version: which,
      });
      return [await nodeAt(0), await nodeAt(1)];
    };
    const before = await pairOf("before", version.entry);
    const after = await pairOf("after", entry);
    undo.push(() => Promise.all([...before, ...after].map((node) => node.kill())));

    let served: readonly SiteNode[] = [];
    const ask = async (): Promise<void> => {
      const asked = served;
      const ready = await Promise.all(asked.map(({ address }) => isAnswering(`${address}/health/ready`)));
      if (asked === served) proxy.lead(asked.filter((_, index) => ready[index]).map(({ port }) => port));
    };
    const asking = setInterval(() => void ask(), ASKED_EVERY_MS);
    undo.push(() => clearInterval(asking));

    await Promise.all(before.map((node) => node.start()));
    served = before;
    await ask();
    // Without migrations: the nodes make them.
    const database = await openDatabase({ url: postgres.url }, null);
    undo.push(() => database.close());
    return {
      proxy,
      database,
      before,
      after,
      close,
      serve: (nodes) => {
        served = nodes;
        void ask();
      },
      makePeople: (bidders) => peopleOf(version, { folder, database, bidders, environment: environmentOf(0) }),
    };
  } catch (error) {
    await close();
    throw error;
  }
};

interface Making {
  readonly folder: string;
  readonly database: Database;
  readonly bidders: number;
  readonly environment: Readonly<Record<string, string>>;
}

const peopleOf = async (
  { loadParticipants }: VersionBefore,
  { folder, database, bidders, environment }: Making,
): Promise<RoundParticipants> => {
  const file = path.join(folder, "participants.json");
  const args = [loadParticipants, "--bidders", String(bidders), "--auctions", "0", "--with-seller", "--out", file];
  const env = { ...environment, JWT_SECRET: SITE_SECRET, PATH: process.env.PATH ?? "" };
  await promisify(execFile)(process.execPath, args, { cwd: path.dirname(loadParticipants), env });
  const participants = JSON.parse(readFileSync(file, "utf8")) as Participants;
  const [row] = await database.query<{ id: string }>(
    `select id from users where username = 'load ' || $1 || ' seller'`,
    [participants.name],
  );
  if (!row || !participants.seller) throw new Error("the seller was not made");
  return { bidders: participants.bidders, seller: { id: row.id, token: participants.seller.token } };
};
