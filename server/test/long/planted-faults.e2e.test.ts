// Tests the checker of histories: faults are planted in builds of the server, one by one, and the checker must find
// each. It must find nothing in the server as it is.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findingOf } from "../../../load/src/history/check-history.ts";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { loadPlanted } from "../../trust/planted/build-planted.ts";
import { faults } from "../../trust/planted/faults.ts";
import type { Patch } from "../../trust/planted/plant.ts";
import { provoke } from "../../trust/planted/provoke.ts";
import { openStage, type Stage } from "../../trust/planted/stage.ts";
import { makeDatabase } from "../support/fresh-database.ts";
import { canHaveNodes, startThrowawayRedis, type ThrowawayRedis } from "../support/throwaway-redis.ts";

/** The timing of concurrent actions depends on the machine. So a fault that did not show is provoked again. */
const TRIALS = 5;
/** Several at a time, on a machine that may do more besides. */
const FOUND_WITHIN_MS = 180_000;

describe.skipIf(!canHaveNodes())("planted faults", () => {
  let redis: ThrowawayRedis;
  let found = 0;

  beforeAll(async () => {
    redis = await startThrowawayRedis();
  });
  afterAll(async () => {
    process.stdout.write(`  faults planted in the server: ${faults.length} tried, ${faults.length - found} bad\n`);
    await redis?.stop();
  });

  const onStage = async (
    {
      name,
      patches,
      nodes,
      balanceRule,
    }: { name: string; patches: readonly Patch[]; nodes: number; balanceRule: "check" | "hold" },
    run: (stage: Stage) => Promise<void>,
  ): Promise<void> => {
    const [build, place] = await Promise.all([loadPlanted(name, patches), makeDatabase()]);
    const databaseUrl = place.databaseUrl;
    try {
      const at = { databaseUrl, redisUrl: redis.url, migrations: migrationsFolder };
      const stage = await openStage({ build, nodes, balanceRule, ...at });
      await run(stage).finally(() => stage.close());
    } finally {
      await place.drop();
    }
  };

  it("cannot get lost, because a build without the lines that they replace fails", async () => {
    const file = "auction/bids-and-maxima.ts";
    const planting = loadPlanted("lost", [{ file, within: "placeBid", text: "no such line", by: "" }]);
    await expect(planting).rejects.toThrow(/"no such line" is 0 times in placeBid of auction\/bids-and-maxima.ts/);
    const nowhere = loadPlanted("nowhere", [{ file, within: "noSuchFunction", text: "return", by: "" }]);
    await expect(nowhere).rejects.toThrow(/0 functions of auction\/bids-and-maxima.ts are called noSuchFunction/);
    const strange = loadPlanted("strange", [{ file: "auction/decide.test.ts", within: "it", text: "it(", by: "" }]);
    await expect(strange).rejects.toThrow(/is not part of the server/);
  });

  const options = { concurrent: true, timeout: FOUND_WITHIN_MS };
  it("are not in the server as it is, so that the whole trial finds nothing", options, async () => {
    await onStage({ name: "none", patches: [], nodes: 2, balanceRule: "check" }, async (stage) => {
      const { violations, tried } = await provoke(stage);
      process.stdout.write(`  the trial of planted faults, none planted: ${tried} tried, ${violations.length} bad\n`);
      expect(violations.map(findingOf)).toEqual([]);
    });
  });

  it("are none in the server as it is, where bids reserve money", options, async () => {
    await onStage({ name: "none that reserves", patches: [], nodes: 2, balanceRule: "hold" }, async (stage) => {
      const { violations, promises } = await provoke(stage, ["reserving"]);
      expect(violations.map(findingOf)).toEqual([]);
      expect(promises.find(({ promise }) => promise === "reserved")?.tried).toBeGreaterThan(1);
    });
  });

  it.each(faults)("$name, $what: is found", options, async (fault) => {
    const { name, patches, parts, breaks } = fault;
    const broken = new Set<string>();
    const balanceRule = fault.isOfReservations ? "hold" : "check";
    await onStage({ name, patches, nodes: fault.isBetweenNodes ? 2 : 1, balanceRule }, async (stage) => {
      for (let trial = 1; trial <= TRIALS && !breaks.some((promise) => broken.has(promise)); trial += 1) {
        for (const { promise } of (await provoke(stage, parts)).violations) broken.add(promise);
      }
    });
    const right = breaks.filter((promise) => broken.has(promise));
    expect(right, `found broken: ${[...broken].join(", ")}`).not.toEqual([]);
    found += 1;
  });
});
