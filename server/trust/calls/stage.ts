// Starts a built server, of this or another checkout, on a PostgreSQL of its own with the market that makes calls dear.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startThrowawayPostgres } from "../../bench/throwaway-postgres.ts";
import { projectRoot } from "../../src/config.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { callApi, JWT_SECRET, type TestServer } from "../../test/support/e2e-server.ts";
import { CannotBeTried } from "../row.ts";
import { makeNode, type SiteNode } from "../site/node.ts";
import type { Documents, Values } from "./catalogue.ts";
import { documentsOf } from "./documents.ts";
import { makeMarket, type Sizes } from "./market.ts";

export interface Stage {
  readonly node: SiteNode;
  readonly server: Pick<TestServer, "address" | "query" | "api">;
  readonly documents: Documents;
  /** One for each person. */
  readonly values: readonly Values[];
  close(): Promise<void>;
}

/** The first start on a large market takes longer than on an empty one; on a busy machine, much longer. */
const STARTS_WITHIN_MS = 1_800_000;
const SAY_EVERY_MS = 15_000;

interface StageOptions {
  /** The folder of the checkout, which must be built (`node scripts/build.mjs`); by default this one. */
  readonly checkout?: string | undefined;
  readonly sizes: Sizes;
  readonly hasLimits: boolean;
  /** Gets a line for each step, and while one takes long. */
  readonly say: (line: string) => void;
  /** Fills the database, which has its tables, before a server starts. */
  readonly fill?: (url: string) => Promise<unknown>;
}

/** Throws CannotBeTried if PostgreSQL is not installed. */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { checkout = projectRoot, sizes, hasLimits, say, fill } = options;
  const root = path.resolve(checkout);
  const postgres = await startThrowawayPostgres();
  if (!postgres) throw new CannotBeTried("PostgreSQL's server programs are not installed");
  const undo: (() => unknown)[] = [() => postgres.stop()];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = mkdtempSync(path.join(tmpdir(), "jara-calls-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await openDatabase({ url: postgres.url }, path.join(root, "migrations"));
    undo.push(() => database.close());
    if (fill) await told("fill the database", say, () => fill(postgres.url));
    const start = async (limits: "on" | "off"): Promise<SiteNode> => {
      const environment = {
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        PUBLIC_URL: "http://localhost:3000",
        JWT_SECRET,
        SEED: "none",
        LOG_LEVEL: "error",
        RATE_LIMITS: limits,
        STEP_UP_MINUTES: "0",
        TRUSTED_PROXIES: "127.0.0.0/8",
      };
      const node = await makeNode({
        entry: path.join(root, "server/dist/main.js"),
        environment,
        startsWithinMs: STARTS_WITHIN_MS,
      });
      undo.push(() => node.kill());
      await told("start the server", say, node.start);
      return node;
    };
    const maker = await start("off");
    const values = await told("make what is dear to read", say, () => makeMarket(serverOf(maker, database), sizes));
    const documents = await documentsOf(maker.address, root);
    if (!hasLimits) return { node: maker, server: serverOf(maker, database), documents, values, close };
    await maker.stop();
    const node = await start("on");
    return { node, server: serverOf(node, database), documents, values, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const told = async <T>(what: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> => {
  const from = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - from) / 1000)} s`;
  const timer = setInterval(() => say(`still at it: ${what} (${seconds()})`), SAY_EVERY_MS);
  try {
    const done = await work();
    say(`${what} (${seconds()})`);
    return done;
  } finally {
    clearInterval(timer);
  }
};

const serverOf = ({ address }: SiteNode, { query }: Database): Stage["server"] => {
  const api: TestServer["api"] = (method, asked, call) => callApi(address, method, asked, call);
  return { address, query, api };
};
