// Tests that the public log reveals nothing of hidden maxima, of who sells a lot, and of a reserve before its end: not by its
// leaves, its size, its checkpoint or the statements of the sequencer, which decide when the next leaf is written. It
// plays a story twice, with other hidden amounts.
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/auction/commands.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { aroundStatements } from "../../src/platform/database/database.ts";
import { openNote } from "../support/check-log.ts";
import { aBid, aCancel, aMaxBid, aStatus, codeOf, givenEngine } from "../support/given-engine.ts";
import { aSequencer, leavesOf, sequence } from "../support/given-log.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

/** The maximum that the leader hides, in minor units, and the reserve, which neither telling meets. */
interface Hidden {
  readonly maximum: number;
  /** The leader's changes of the maximum while nobody else bids. */
  readonly raises: readonly number[];
  readonly reserveMinor: number;
  /** The lot is not the house's own. */
  readonly isConsigned: boolean;
}

const little: Hidden = { maximum: 50_000, raises: [], reserveMinor: 7_000_013, isConsigned: false };
const much: Hidden = {
  maximum: 6_000_000,
  raises: [4_000_000, 900_000, 5_000_000],
  reserveMinor: 9_000_029,
  isConsigned: true,
};

/** Numbers hashes and salts in the order of their appearance, and blanks times and ids. */
const alike = (entries: readonly string[]): string[] => {
  const hashes: string[] = [];
  return entries.map((entry) =>
    entry
      .replace(/\b[0-9a-f]{64}\b/g, (hash) => {
        if (!hashes.includes(hash)) hashes.push(hash);
        return `hash ${hashes.indexOf(hash)}`;
      })
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "time"),
  );
};

const headOf = async ({ database }: TestDatabase) => {
  const [head] = await database.query<{ checkpoint: string; size: number }>(
    "select *, size::int from log_heads order by log desc limit 1",
  );
  if (!head) throw new Error("there is no log");
  return head;
};

export const logSecrecy = (test: TestDatabase) =>
  describe("hidden maxima and reserves", () => {
    type People = Awaited<ReturnType<typeof seedPeople>>;
    /** Runs the story, with a run of a sequencer after each step, and returns what an onlooker gets after each. */
    const play = async (
      { maximum, raises, reserveMinor, isConsigned }: Hidden,
      { admin, ada, bola, chidi, dayo }: People,
    ) => {
      const { database } = test;
      const { engine } = await givenEngine(database);
      await sequence(database);
      const began = (await headOf(test)).size;
      const lot: AuctionState = await seedAuction(database, admin, {
        reserveMinor,
        ...(isConsigned && { consignedBy: dayo }),
      });
      const steps: readonly (readonly Command[])[] = [
        [],
        [aMaxBid(lot, ada, maximum)],
        raises.slice(0, 1).map((raise) => aMaxBid(lot, ada, raise)),
        [aBid(lot, bola, 2_000)],
        // The raises fall between two bids of one batch of the sequencer.
        [aBid(lot, chidi, 3_000), ...raises.slice(1).map((raise) => aMaxBid(lot, ada, raise)), aBid(lot, bola, 9_000)],
        [aMaxBid(lot, chidi, 20_000)],
        [aCancel(lot, ada)],
        [aStatus(lot, admin, "ended")],
      ];
      const shown: unknown[] = [];
      for (const commands of steps) {
        for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
        const statements: string[] = [];
        const watched = aroundStatements(database, (run, text) => {
          statements.push(text);
          return run();
        });
        await aSequencer(watched).run(async () => true);
        const { checkpoint, size } = await headOf(test);
        const [origin, , root, ...rest] = checkpoint.split("\n");
        expect(openNote(checkpoint, []).size).toBe(size);
        const note = [origin, size - began, root?.length, rest.map((line) => line.length)];
        shown.push({ note, statements, leaves: alike((await leavesOf(database, lot.id)).map(({ entry }) => entry)) });
      }
      return { shown, lot };
    };

    it("leave the leaves, the checkpoints and the sequencer's statements of two tellings alike", async () => {
      const people = await seedPeople(test.database);
      const [low, high] = [await play(little, people), await play(much, people)];
      const opened = (played: typeof low) => {
        const text = JSON.stringify(played.shown);
        return [text.replace(/(\\"reserve\\":\{\\"amount\\":)\d+/g, "$1opened"), text.match(/"reserve\\":\{/g)?.length];
      };
      expect(opened(high)).toEqual(opened(low));
      // The reserve is opened by the end alone.
      expect(opened(low)[1]).toBe(1);
      for (const { lot } of [low, high]) expect(await leavesOf(test.database, lot.id)).toHaveLength(7);
    });

    it("make no leaf and leave the log's head as it was, with the time of its last change", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const lot = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const sequencer = aSequencer(database);
      await engine.submit(aMaxBid(lot, ada, 50_000));
      await sequencer.run(async () => true);
      const before = await headOf(test);
      for (const amount of [60_000, 40_000, 70_000]) {
        expect(codeOf(await engine.submit(aMaxBid(lot, ada, amount)))).toBe("ok");
        await sequencer.run(async () => true);
        expect(await headOf(test)).toEqual(before);
      }
      await engine.submit(aBid(lot, bola, 2_000));
      await sequencer.run(async () => true);
      expect((await headOf(test)).size).toBe(before.size + 1);
    });
  });
