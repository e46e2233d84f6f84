// Kills the built-in database together with the server's process, in the middle of a write. Loss of power is a
// different case, because PGlite does not ask the disk to confirm its writes (docs/trust.md).
import { mkdtempSync, rmSync } from "node:fs";
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
import { builtServer, makeNode } from "../site/node.ts";
import { openSiteProxy } from "../site/proxy.ts";
import { SITE_SECRET } from "../site/site.ts";
import { RoundsRun } from "./rounds-run.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));
const BIDDERS = 24;

export const pgliteKills: Row = {
  name: "pglite-kills",
  what: "The server with the built-in database killed (`kill -9`) under load and started again on the same folder",
  run: async ({ quick, say }) => {
    const rounds = quick ? 2 : 30;
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
    /** Opens it only while the server is stopped, because the folder allows one process at a time. */
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
            await node.kill();
            await node.start();
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
