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

/** The first start on a large market takes longer than on an empty one. */
const STARTS_WITHIN_MS = 300_000;

interface StageOptions {
  /** The folder of the checkout, which must be built (`node scripts/build.mjs`); by default this one. */
  readonly checkout?: string | undefined;
  readonly sizes: Sizes;
  readonly hasLimits: boolean;
  /** Fills the database, which has its tables, before a server starts. */
  readonly fill?: (url: string) => Promise<unknown>;
}

/** Throws CannotBeTried if PostgreSQL is not installed. */
export const openStage = async ({ checkout = projectRoot, sizes, hasLimits, fill }: StageOptions): Promise<Stage> => {
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
    await fill?.(postgres.url);
    const start = async (limits: "on" | "off"): Promise<SiteNode> => {
      const environment = {
        ...{ DATABASE_URL: postgres.url, DATA_DIR: folder, PUBLIC_URL: "http://localhost:3000", JWT_SECRET },
        ...{ SEED: "none", LOG_LEVEL: "error", RATE_LIMITS: limits, STEP_UP_MINUTES: "0" },
      };
      const node = await makeNode({
        entry: path.join(root, "server/dist/main.js"),
        environment,
        startsWithinMs: STARTS_WITHIN_MS,
      });
      undo.push(() => node.kill());
      await node.start();
      return node;
    };
    const maker = await start("off");
    const values = await makeMarket(serverOf(maker, database), sizes);
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

const serverOf = ({ address }: SiteNode, { query }: Database): Stage["server"] => {
  const api: TestServer["api"] = (method, asked, call) => callApi(address, method, asked, call);
  return { address, query, api };
};
