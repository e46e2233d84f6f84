// A short form of `pnpm trust`: tests two nodes under load over a PostgreSQL of their own. First one node is killed,
// then the database; the checker of histories may find nothing after either.

import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPlanted } from "../../trust/planted/build-planted.ts";
import { judge } from "../../trust/round/judge.ts";
import { makePeople, type RoundParticipants } from "../../trust/round/participants.ts";
import { playRound, type RoundUnderWay } from "../../trust/round/play-round.ts";
import { newSeed } from "../../trust/round/random.ts";
import { openSite, type Site } from "../../trust/site/site.ts";
import { databaseNow } from "../support/seed.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describe.skipIf(!canHaveNodes())("under load, through two nodes", () => {
  let entry: string;
  let site: Site;
  let participants: RoundParticipants;

  beforeAll(async () => {
    // The server as it is: of its source, whatever was built before.
    entry = await buildPlanted("faults-e2e", []);
    site = await openSite({ nodes: 2, entry });
    participants = await makePeople(site.database, 16);
  }, 120_000);
  afterAll(async () => {
    await site?.close();
    rmSync(entry, { force: true });
  });

  const faults: Record<string, (round: RoundUnderWay) => Promise<void>> = {
    "a node killed and started again": async ({ random }) => {
      const node = random.pick(site.nodes);
      await node.kill();
      site.lead();
      await node.start();
      site.lead();
    },
    "PostgreSQL ended on the spot and started again": async () => {
      await site.postgres.end("SIGQUIT");
      await sleep(300);
      await site.postgres.start();
    },
  };

  it.each(Object.keys(faults))("loses and doubles nothing with the fault: %s", { timeout: 180_000 }, async (name) => {
    const seed = newSeed();
    const played = await playRound({
      address: site.proxy.address,
      participants,
      seed,
      before: 40,
      after: 80,
      endsAfterMs: 1_500,
      now: () => databaseNow(site.database),
      fault: async (round) => await faults[name]?.(round),
    });
    const { findings, looked } = await judge(played, site.database, participants);
    process.stdout.write(
      `  ${name}: ${played.settled} commands, ${looked} tried, ${findings.length} bad (seed ${seed})\n`,
    );
    expect(findings).toEqual([]);
    expect(played.accepted).toBeGreaterThan(20);
    expect(site.nodes.map((node) => node.died())).toEqual([null, null]);
  });
});
