// Nodes of a given build over a database of their own, for one trial.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "../../src/store/database.ts";
import { makeNode, type SiteNode } from "../site/node.ts";
import { SITE_SECRET } from "../site/site.ts";
import type { Place } from "./provoke.ts";

export interface Stage extends Place {
  close(): Promise<void>;
}

export const openStage = async (given: {
  readonly entry: string;
  readonly nodes: number;
  /** A database that nobody else uses. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly migrations: string;
}): Promise<Stage> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-planted-"));
  const database = await openDatabase({ url: given.databaseUrl }, given.migrations);
  const nodes: SiteNode[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < given.nodes; index += 1) {
      nodes.push(
        await makeNode({
          entry: given.entry,
          environment: {
            PUBLIC_URL: "http://localhost:3000",
            DATABASE_URL: given.databaseUrl,
            REDIS_URL: given.redisUrl,
            DATA_DIR: path.join(folder, String(index)),
            JWT_SECRET: SITE_SECRET,
            SEED: "none",
            RATE_LIMITS: "off",
            LOG_LEVEL: "error",
          },
        }),
      );
    }
    await Promise.all(nodes.map((node) => node.start()));
    return { addresses: nodes.map(({ address }) => address), database, close };
  } catch (error) {
    await close();
    throw error;
  }
};
