// Tests more commands at once than one statement takes: batches are decided ahead of the commit before them, and all
// that the engine promises must hold.
import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import type { Person } from "../../../src/auction/state.ts";
import type { Answered } from "../../../src/engine/outcome.ts";
import { bidsOf, expectHistoryHolds, logOf } from "../../support/check-history.ts";
import { aBid, aCancel, aMaxBid, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

/** Two full batches and a bit. */
const CROWD = 1200;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Without randomness, so that a failure comes again. */
const crowd = (auction: { id: string }, admin: Person, people: readonly Person[]): UserCommand[] =>
  numbers(CROWD).map((i) => {
    const person = people[i % people.length] as Person;
    const amountMinor = 1100 + 100 * Math.floor(i / 4) + 37 * (i % 5);
    if (i % 401 === 400) return aStatus(auction, admin, i % 2 === 0 ? "paused" : "active");
    if (i % 11 === 10) return aCancel(auction, person);
    return i % 4 === 3 ? aMaxBid(auction, person, amountMinor + 250) : aBid(auction, person, amountMinor);
  });

const bidIdsOf = (answers: readonly Answered[]): (string | null)[] =>
  answers.map(({ outcome }) => (outcome.ok && outcome.data.of === "PlaceBid" ? outcome.data.bid._id : null));

export const crowds = (test: TestDatabase) =>
  describe("a crowd of commands", () => {
    it("is accepted in the order of arrival if each bid is above the one before", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, committed } = await givenEngine(database);
      const bids = numbers(CROWD).map((i) => aBid(auction, i % 2 ? ada : bola, 1100 + 100 * i));
      const answers = await Promise.all(bids.map((bid) => engine.submit(bid)));
      expect(bidIdsOf(answers)).toEqual(numbers(CROWD).map((i) => `${auction.id}-${i + 1}`));
      expect(committed.map(({ after }) => after.revision)).toEqual(numbers(CROWD).map((i) => i + 2));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: CROWD, version: CROWD + 1 });
    });

    it("leaves no gap over two nodes, and loses and repeats no command of any kind", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi, dayo } = await seedPeople(database);
      const auctions = [await seedAuction(database, admin, { reserveMinor: 9000 }), await seedAuction(database, admin)];
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      const commands = auctions.flatMap((auction) => crowd(auction, admin, [ada, bola, chidi, dayo]));
      const answers = await Promise.all(
        commands.map((command, i) => (nodes[i % nodes.length] as (typeof nodes)[0]).engine.submit(command)),
      );
      const codes = new Set(answers.map(codeOf));
      expect(codes).toContain("ok");
      expect(codes).toContain("BID_TOO_LOW");
      expect(codes).not.toContain("UNAVAILABLE");
      const bidIds = bidIdsOf(answers);
      for (const { id } of auctions) {
        await expectHistoryHolds(database, id);
        const stored = (await bidsOf(database, id)).filter(({ kind }) => kind === "manual");
        const answered = commands.flatMap((command, i) => {
          const bidId = bidIds[i];
          if (!bidId || command.type !== "PlaceBid" || command.auctionId !== id) return [];
          const { userId: bidderId, amountMinor } = command;
          return { number: Number(bidId.slice(id.length + 1)), bidderId, amountMinor };
        });
        expect(stored.map(({ number, bidderId, amountMinor }) => ({ number, bidderId, amountMinor }))).toEqual(
          answered.sort((a, b) => a.number - b.number),
        );
        const published = nodes.flatMap(({ committed }) => committed.filter(({ after }) => after.id === id));
        const revisions = published.map(({ after }) => after.revision).sort((a, b) => a - b);
        expect(revisions).toEqual(
          numbers((await logOf(database, id)).length)
            .slice(1)
            .map((i) => i + 1),
        );
      }
    });

    it("has one effect and the same answer for commands that are repeated a batch later", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const bids = numbers(CROWD).map((i) => aBid(auction, i % 2 ? ada : bola, 1100 + 100 * i));
      const repeats = bids.slice(0, 50);
      const answers = await Promise.all([...bids, ...repeats].map((bid) => engine.submit(bid)));
      expect(answers.slice(CROWD)).toEqual(answers.slice(0, repeats.length));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: CROWD });
    });

    it("keeps updatedAt at the last visible change if hidden ones follow, in memory as in the row", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, committed } = await givenEngine(database);
      const visible = numbers(500).map((i) => aBid(auction, ada, 1100 + 100 * i));
      const hidden = numbers(500).map((i) => aMaxBid(auction, ada, 900_000 + i));
      const answers = await Promise.all([...visible, ...hidden].map((command) => engine.submit(command)));
      expect(new Set(answers.map(codeOf))).toEqual(new Set(["ok"]));
      const stored = await expectHistoryHolds(database, auction.id);
      expect(stored).toMatchObject({ version: 501, revision: 1001, updatedAt: answers[499]?.at });
      await engine.submit(aCancel(auction, ada));
      expect(committed.at(-1)?.before).toEqual(stored);
    });
  });
