// Kills a server without DATABASE_URL, its PostgreSQL, or both, in the middle of a write, and cuts the power: starts a
// copy of the folder that was made while people bid.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../src/platform/database/database.ts";
import { judge } from "../round/judge.ts";
import { makePeople } from "../round/participants.ts";
import { playRound } from "../round/play-round.ts";
import { newSeed, randomOf } from "../round/random.ts";
import type { Row } from "../row.ts";
import { builtServer, makeNode, type SiteNode } from "../site/node.ts";
import { openSiteProxy } from "../site/proxy.ts";
import { SITE_SECRET } from "../site/site.ts";
import { RoundsRun } from "./rounds-run.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));
const BIDDERS = 24;

interface Site {
  readonly node: SiteNode;
  readonly folder: string;
}

/** The id of the parent of PostgreSQL's processes. */
const postgresOf = (folder: string): number =>
  Number(readFileSync(path.join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n", 1)[0]);

const faults: readonly ((site: Site) => Promise<void>)[] = [
  async function killServer({ node }) {
    await node.kill();
    await node.start();
  },
  async function killPostgres({ folder }) {
    process.kill(postgresOf(folder), "SIGKILL");
  },
  async function killBoth({ node, folder }) {
    process.kill(postgresOf(folder), "SIGKILL");
    await node.kill();
    await node.start();
  },
  /** The folder is what a disk has at one moment while all of PostgreSQL's processes stand still. */
  async function cutPower({ node, folder }) {
    const group = -Number(execFileSync("ps", ["-o", "pgid=", "-p", String(postgresOf(folder))], { encoding: "utf8" }));
    process.kill(group, "SIGSTOP");
    node.freeze();
    const copy = `${folder}-copy`;
    execFileSync("cp", ["-a", folder, copy]);
    process.kill(group, "SIGKILL");
    await node.kill();
    rmSync(folder, { recursive: true });
    renameSync(copy, folder);
    for (const name of ["lock", "postgres/data/postmaster.pid"]) rmSync(path.join(folder, name), { force: true });
    await node.start();
  },
];

export const builtInKills: Row = {
  name: "built-in-kills",
  what: "The server, the built-in PostgreSQL, or both killed (`kill -9`) under load and started again on the same folder, or on a copy of it made meanwhile",
  run: async ({ quick, say }) => {
    const rounds = quick ? 4 : 40;
    const seed = newSeed();
    const seeds = randomOf(seed);
    const ran = new RoundsRun(rounds, say);
    const folder = mkdtempSync(path.join(tmpdir(), "jara-trust-"));
    const proxy = await openSiteProxy();
    const node = await makeNode({
      entry: builtServer,
      environment: {
        PUBLIC_URL: proxy.address,
        DATA_DIR: folder,
        JWT_SECRET: SITE_SECRET,
        SEED: "none",
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
      },
    });
    proxy.lead([node.port]);
    /** Opens it only while the server is stopped, because a folder has one server. */
    const withDatabase = async <T>(
      use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
    ): Promise<T> => {
      const database = await openDatabase({ folder }, migrations);
      return await use(database).finally(() => database.close());
    };
    try {
      const participants = await withDatabase((database) => makePeople(database, BIDDERS));
      say(`${rounds} rounds, seed ${seed} (TRUST_SEED)`);
      for (let index = 0; index < rounds; index += 1) {
        await node.start();
        const played = await playRound({
          address: proxy.address,
          participants,
          seed: seeds.whole(2 ** 31),
          now: async () => Date.now(),
          fault: async ({ random, broken }) => {
            await sleep(random.whole(300));
            broken();
            await faults[index % faults.length]?.({ node, folder });
          },
        });
        await node.stop();
        ran.played(played, await withDatabase((database) => judge(played, database, participants)));
      }
    } finally {
      proxy.close();
      await node.kill();
      rmSync(folder, { recursive: true, force: true });
    }
    return ran.result({ seed });
  },
};
