// Tests content versions at the database: what an edit of a lot with bids does to row, maxima and mails, and bids and
// edits of two nodes at the same moment.
import { detailNames, eachDetail } from "@jara/shared/lot-fields";
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { toSetMaxBid } from "../../../src/engine/answers.ts";
import { contentChangesOf, explainLotChanged } from "../../../src/engine/reads/content-changes.ts";
import { expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import { aBid, aConfirm, aMaxBid, anEdit, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { mailsAbout } from "../../support/mails-about.ts";
import { databaseNow, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const HOUR = 60 * 60 * 1000;

export const contents = (test: TestDatabase) =>
  describe("a change of a lot's content", () => {
    const versionsOf = (auctionId: string) =>
      test.database.query<{ userId: string; version: number }>(
        `select user_id as "userId", content_version as version from max_bids where auction_id = $1::text::uuid`,
        [auctionId],
      );

    /** As if a pause that has just begun had begun, and the auction were to end, so much earlier: row and log alike. */
    const pausedFor = (auctionId: string, ms: number) =>
      test.database.query(
        `with moved as (
           update auctions set paused_at = paused_at - $2::text::int * interval '1 millisecond',
             ends_at = ends_at - $2::text::int * interval '1 millisecond'
           where id = $1::text::uuid
           returning id, revision, (extract(epoch from paused_at) * 1000)::bigint as paused_at,
             (extract(epoch from ends_at) * 1000)::bigint as ends_at
         )
         update auction_events e set events = case e.revision
           when 1 then jsonb_set(e.events::jsonb, '{0,endsAt}', to_jsonb(moved.ends_at))
           else jsonb_set(e.events::jsonb, '{0,pausedAt}', to_jsonb(moved.paused_at)) end
         from moved where e.auction_id = moved.id and e.revision in (1, moved.revision)`,
        [auctionId, ms],
      );

    it("keeps addenda, the report and optional texts in row and log alike, also when several nodes add one at once", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const other = await givenEngine(await test.openAnother());
      const said = {
        conditionReport: { working: "yes" },
        ...eachDetail((name) => `“${name}”: a 'text'\nof two lines`),
      };
      expect(codeOf(await engine.submit(anEdit(auction, admin, said)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ contentVersion: 1, lot: said });
      await engine.submit(aMaxBid(auction, ada, 5000));
      const notes = ["One.", "Two.", "Three.", "Four."];
      const added = await Promise.all(
        notes.map((addendum, n) => (n % 2 ? engine : other.engine).submit(anEdit(auction, admin, { addendum }))),
      );
      expect(added.map(codeOf)).toEqual(["ok", "ok", "ok", "ok"]);
      const { lot, contentVersion } = await expectHistoryHolds(database, auction.id);
      expect(contentVersion).toBe(5);
      expect(lot.addenda?.map(({ text }) => text).toSorted()).toEqual(notes.toSorted());
      expect(await contentChangesOf(database, auction.id)).toHaveLength(4);
      expect(lot).toMatchObject(said);
      const nothing = { conditionReport: null, ...eachDetail(() => null) };
      expect(codeOf(await engine.submit(anEdit(auction, admin, nothing)))).toBe("ok");
      const changed = await expectHistoryHolds(database, auction.id);
      for (const name of Object.keys(nothing)) expect(changed.lot).not.toHaveProperty(name);
      expect(changed.lot.addenda).toHaveLength(4);
    });

    it("keeps an optional text that only a newer version knows, whatever it edits", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const details = () => database.query("select details from auctions where id = $1::text::uuid", [auction.id]);
      await database.query(`update auctions set details = '{"newer": "Kept"}' where id = $1::text::uuid`, [auction.id]);
      const { engine } = await givenEngine(database);
      const [name = "pickupNotes"] = detailNames;
      expect(codeOf(await engine.submit(anEdit(auction, admin, { title: "Drum", [name]: "Bring a van." })))).toBe("ok");
      expect(await details()).toEqual([{ details: { newer: "Kept", [name]: "Bring a van." } }]);
      expect(codeOf(await engine.submit(anEdit(auction, admin, { [name]: null })))).toBe("ok");
      expect(await details()).toEqual([{ details: { newer: "Kept" } }]);
    });

    it("suspends each maximum until its owner confirms it, on every node", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aMaxBid(auction, ada, 5000));
      expect(codeOf(await engine.submit(anEdit(auction, admin, { title: "(empty box)" })))).toBe("ok");
      const changed = await expectHistoryHolds(database, auction.id);
      expect(changed).toMatchObject({ contentVersion: 2, lot: { title: "(empty box)" } });
      expect(changed.contentChangedAt).toBeGreaterThanOrEqual(auction.updatedAt);
      const other = await givenEngine(await test.openAnother());
      // Bola bids, and nothing of Ada's answers.
      expect(codeOf(await other.engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
      expect(await storedAuction(database, auction.id)).toMatchObject({ priceMinor: 1200, leader: bola });
      expect(codeOf(await other.engine.submit(aConfirm(auction, ada, 1)))).toBe("LOT_CHANGED");
      expect(codeOf(await other.engine.submit(aConfirm(auction, ada, 3)))).toBe("INVALID");
      expect(codeOf(await other.engine.submit(aConfirm(auction, bola, 2)))).toBe("NOT_FOUND");
      expect(await versionsOf(auction.id)).toEqual([{ userId: ada.id, version: 1 }]);
      const command = aConfirm(auction, ada, 2);
      const answered = await engine.submit(command);
      expect(toSetMaxBid(answered)).toMatchObject({
        maxBid: { contentVersion: 2, isSuspended: false, maxAmount: 50 },
        auction: { currentPrice: 13, isLeading: true },
      });
      expect(await engine.submit(command)).toEqual(answered);
      expect(await other.engine.submit(command)).toEqual(answered);
      expect(await versionsOf(auction.id)).toEqual([{ userId: ada.id, version: 2 }]);
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ priceMinor: 1300, leader: ada, bidCount: 3 });
      // Nothing is left to confirm: accepted, and nothing happens.
      expect(codeOf(await engine.submit(aConfirm(auction, ada, 2)))).toBe("ok");
      expect((await storedAuction(database, auction.id)).revision).toBe(after.revision);
    });

    it("notifies every bidder by one mail with the change and the end", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi, dayo } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const past = [aBid(auction, ada, 1100), aBid(auction, ada, 1200), aBid(auction, bola, 2000)];
      // Chidi has a maximum that cannot bid, Dayo nothing.
      for (const command of [...past, aMaxBid(auction, chidi, 2050)]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await engine.submit(aBid(auction, dayo, 1));
      await engine.submit(anEdit(auction, admin, { title: "(empty box)", condition: "poor" }));
      const { endsAt, lot } = await storedAuction(database, auction.id);
      const bidders = [ada, bola, chidi].map(({ id }) => id).sort();
      const mails = await mailsAbout(database, auction, "lot-changed");
      expect(mails.map(({ userId }) => userId).sort()).toEqual(bidders);
      expect(mails[0]?.data).toEqual({
        auctionId: auction.id,
        title: lot.title,
        fields: ["the title", "the condition", "the end time"],
        endTime: new Date(endsAt).toISOString(),
      });
    });

    it("names no end to the bidders of a paused lot, because the pause moves it", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const commands = [
        aBid(auction, ada, 1100),
        aStatus(auction, admin, "paused"),
        anEdit(auction, admin, { title: "New" }),
      ];
      for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
      expect(await mailsAbout(database, auction, "lot-changed")).toMatchObject([
        { userId: ada.id, data: { endTime: null, isPaused: true } },
      ]);
    });

    it("leaves at least two hours, and exactly two if the end was sooner", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const soon = await seedAuction(database, admin, { durationMs: HOUR });
      const late = await seedAuction(database, admin, { durationMs: 3 * HOUR });
      const { engine, committed } = await givenEngine(database);
      for (const auction of [soon, late]) {
        await engine.submit(aBid(auction, ada, 1100));
        expect(codeOf(await engine.submit(anEdit(auction, admin, { title: "Another" })))).toBe("ok");
      }
      const moved = await expectHistoryHolds(database, soon.id);
      expect(moved.endsAt - (moved.contentChangedAt ?? 0)).toBe(2 * HOUR);
      expect(await expectHistoryHolds(database, late.id)).toMatchObject({ endsAt: late.endsAt, contentVersion: 2 });
      expect(committed).toHaveLength(4);
    });

    it("makes no version, moves no end and notifies nobody without bids and maxima", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(anEdit(auction, admin, { title: "Another", incrementMinor: asMinor(500) }));
      const { endsAt } = auction;
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ contentVersion: 1, endsAt });
      expect(await mailsAbout(database, auction)).toEqual([]);
    });

    it("is answered to a command with an older version, with all changes since, and a future version is refused", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { durationMs: 3 * HOUR });
      const { engine } = await givenEngine(database);
      const naming = (contentVersion: number, amountMinor: number) => ({
        ...aBid(auction, bola, amountMinor),
        contentVersion,
      });
      expect(codeOf(await engine.submit({ ...aBid(auction, ada, 1100), contentVersion: 1 }))).toBe("ok");
      await engine.submit(anEdit(auction, admin, { title: "Second", location: "Kano" }));
      await engine.submit(anEdit(auction, admin, { title: "Third" }));
      const { outcome } = await engine.submit(naming(1, 5000));
      expect(outcome).toMatchObject({ error: { code: "LOT_CHANGED", contentVersion: 3 } });
      const answer = outcome.ok ? {} : outcome.error;
      const explained = await explainLotChanged(database, auction.id, 1, answer);
      expect(explained).toMatchObject({
        changes: [
          { field: "title", before: auction.lot.title, after: "Third" },
          { field: "location", before: null, after: "Kano" },
        ],
      });
      const versions = (await contentChangesOf(database, auction.id)).map(({ contentVersion }) => contentVersion);
      expect(versions).toEqual([2, 3]);
      expect(codeOf(await engine.submit(naming(2, 5000)))).toBe("LOT_CHANGED");
      expect(codeOf(await engine.submit(naming(4, 5000)))).toBe("INVALID");
      expect(codeOf(await engine.submit({ ...aMaxBid(auction, bola, 5000), contentVersion: 2 }))).toBe("LOT_CHANGED");
      expect(codeOf(await engine.submit(naming(3, 5000)))).toBe("ok");
      // An old client does not say.
      expect(codeOf(await engine.submit(aBid(auction, ada, 6000)))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it("comes after a bid for the old version on another node, or that bid is refused", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 8; round++) {
        const auction = await seedAuction(database, admin);
        await nodes[0].engine.submit(aMaxBid(auction, ada, 5000));
        await nodes[1].engine.submit(aBid(auction, bola, 1));
        const [edited, bid] = await Promise.all([
          nodes[0].engine.submit(anEdit(auction, admin, { title: "(empty box)" })),
          nodes[1].engine.submit({ ...aBid(auction, bola, 2000), contentVersion: 1 }),
        ]);
        expect(codeOf(edited)).toBe("ok");
        const after = await expectHistoryHolds(database, auction.id);
        // Answered by Ada's maximum, or not there at all: never by a suspended one.
        if (codeOf(bid) === "ok") expect(after).toMatchObject({ priceMinor: 2100, leader: ada });
        else expect([codeOf(bid), after.priceMinor]).toEqual(["LOT_CHANGED", 1100]);
      }
    });

    it("leaves two hours from the resume if the auction is paused", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(aStatus(auction, admin, "paused"));
      // The pause outlasts the end and the notice.
      await pausedFor(auction.id, 10 * HOUR);
      await engine.submit(anEdit(auction, admin, { title: "(empty box)" }));
      const resumedAt = await databaseNow(database);
      const resuming = await givenEngine(database, { clock: { now: () => resumedAt } });
      expect(codeOf(await resuming.engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({
        status: "active",
        contentVersion: 2,
        endsAt: resumedAt + 2 * HOUR,
      });
    });

    it("may have any text, also the log's own marks", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      const [title, description] = ["@moved-end", '"endsAt":"@moved-end"'];
      expect(codeOf(await engine.submit(anEdit(auction, admin, { title, description })))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ lot: { title, description } });
    });
  });
