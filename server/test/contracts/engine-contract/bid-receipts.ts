// Tests bid receipts: what they state, and that a repeated command gets the same statement from any node.
import { randomUUID } from "node:crypto";
import type { BidReceipt } from "@jara/shared/bid-receipt";
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import { lotDocument } from "../../../src/auction/view/lot-document.ts";
import type { Answered } from "../../../src/engine/outcome.ts";
import { canonicalJson } from "../../../src/platform/signing/canonical-json.ts";
import { sha256 } from "../../../src/platform/signing/merkle.ts";
import { noteSigner } from "../../../src/platform/signing/signed-note.ts";
import { checkBidReceipt } from "../../support/check-bid-receipt.ts";
import {
  aBid,
  aCancel,
  aConfirm,
  aMaxBid,
  anEdit,
  aPurchase,
  aStatus,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const receiptKeys = { host: "jara.test", seeds: [Buffer.alloc(32, 7)] as [Uint8Array] };
const { vkey } = noteSigner("jara.test/bid-receipts", receiptKeys.seeds[0]);

const receiptOf = async (command: UserCommand, answered: Answered): Promise<BidReceipt | null> =>
  (await answered.receipts?.receiptOf(command, answered)) ?? null;

export const bidReceipts = (test: TestDatabase) =>
  describe("bid receipts", () => {
    const givenLot = async (terms = {}) => {
      const { database } = test;
      const people = await seedPeople(database);
      const auction = await seedAuction(database, people.admin, terms);
      const node = await givenEngine(database, { receiptKeys });
      const send = async (command: UserCommand, { engine } = node) => {
        const answered = await engine.submit(command);
        return { answered, receipt: await receiptOf(command, answered) };
      };
      return { ...people, auction, node, send };
    };
    const stated = (receipt: BidReceipt | null) => checkBidReceipt(receipt ?? undefined, vkey);

    it("state the bid, its lot as it reads, and the version that everybody can see", async () => {
      const { ada, bola, auction, send, node } = await givenLot();
      await send(aMaxBid(auction, ada, 3000));
      const bid = aBid(auction, bola, 2000);
      const { answered, receipt } = await send(bid);
      const { after } = node.committed.at(-1) ?? {};
      expect(stated(receipt)).toEqual({
        v: 1,
        type: "bid",
        auction: auction.id,
        user: bola.id,
        command: bid.commandId,
        amount: 2000,
        currency: "NGN",
        bid: 2,
        price: after?.priceMinor,
        version: after?.version,
        at: new Date(answered.at ?? 0).toISOString(),
        contentVersion: 1,
        lotHash: sha256(canonicalJson(lotDocument(auction))).toString("hex"),
        salt: expect.stringMatching(/^[\da-f]{32}$/),
      });
      expect(after?.priceMinor).toBeGreaterThan(2000);
    });

    it("are given for each kind of command of a bidder, and for no other", async () => {
      const { admin, ada, bola, auction, send } = await givenLot({ buyItNowMinor: asMinor(90_000) });
      const withdrawal = {
        type: "WithdrawBids",
        auctionId: auction.id,
        userId: bola.id,
        commandId: randomUUID(),
      } as const;
      const sent: [UserCommand, object | null][] = [
        [aMaxBid(auction, ada, 9000), { type: "max-bid", amount: 9000, currency: "NGN", version: 2 }],
        [aBid(auction, bola, 2000), { type: "bid", amount: 2000 }],
        [anEdit(auction, admin, { title: "Another title" }), null],
        [aConfirm(auction, ada, 2), { type: "max-bid-confirmed", amount: 9000, contentVersion: 2 }],
        [withdrawal, { type: "withdrawal" }],
        [aCancel(auction, ada), { type: "max-bid-cancelled" }],
        [aPurchase(auction, ada), { type: "buy-it-now", amount: 90_000, currency: "NGN" }],
        [aStatus(auction, admin, "active"), null],
      ];
      for (const [command, expected] of sent) {
        const { answered, receipt } = await send(command);
        expect([command.type, codeOf(answered)]).toEqual([command.type, "ok"]);
        if (expected)
          expect(stated(receipt)).toMatchObject({ command: command.commandId, user: command.userId, ...expected });
        else expect(receipt).toBeNull();
      }
      const refused = await send(aBid(auction, ada, 1));
      expect([codeOf(refused.answered), refused.receipt]).toEqual(["BID_TOO_LOW", null]);
    });

    it("are one signature for a batch, in which each command has its own place", async () => {
      const { ada, bola, auction, node } = await givenLot();
      const commands = Array.from({ length: 40 }, (_, n) => aBid(auction, n % 2 ? ada : bola, 2000 + n * 1000));
      const receipts = await Promise.all(
        commands.map(async (command) => await receiptOf(command, await node.engine.submit(command))),
      );
      expect(new Set(receipts.map((receipt) => receipt?.note)).size).toBe(1);
      expect(new Set(receipts.map((receipt) => receipt?.index)).size).toBe(40);
      expect(receipts.map((receipt) => stated(receipt).bid)).toEqual(commands.map((_, n) => n + 1));
      expect(new Set(receipts.map((receipt) => receipt?.path.length)).size).toBe(1);
    });

    it.each([
      ["kept in the log", {}],
      [
        "kept as a whole, because each bid moves the end",
        { durationMs: 50_000, softClose: { windowSeconds: 60, capMinutes: 30 } },
      ],
    ])(
      "are the same again from the node that made them, and say the same from every other: outcomes %s",
      async (_, terms) => {
        const { database } = test;
        const { admin, ada, bola, auction, send, node } = await givenLot(terms);
        const receipts = new Map<UserCommand, BidReceipt>();
        const commands = [
          aBid(auction, bola, 2000),
          aMaxBid(auction, ada, 3000),
          anEdit(auction, admin, { description: "Another text", incrementMinor: asMinor(50) }),
          aBid(auction, bola, 2500),
          aConfirm(auction, ada, 2),
          aStatus(auction, admin, "paused"),
          aStatus(auction, admin, "active"),
          aBid(auction, bola, 9999),
          aCancel(auction, ada),
          anEdit(auction, admin, { title: "A third text" }),
        ];
        for (const command of commands) {
          const { answered, receipt } = await send(command);
          expect(codeOf(answered)).toBe("ok");
          if (receipt) receipts.set(command, receipt);
        }
        expect(receipts.size).toBe(6);
        expect(new Set([...receipts.values()].map((receipt) => stated(receipt).lotHash)).size).toBe(2);
        for (const [command, receipt] of receipts) expect((await send(command)).receipt).toEqual(receipt);
        await node.engine.close();

        const another = await givenEngine(database, { receiptKeys });
        for (const [command, first] of receipts) {
          const again = (await send(command, another)).receipt;
          expect(stated(again)).toEqual(stated(first));
          expect(again?.note).not.toBe(first.note);
          expect((await send(command, another)).receipt).toEqual(again);
        }
      },
    );

    it("go to their owner alone, and not to somebody else with the same command id", async () => {
      const { ada, bola, auction, send } = await givenLot();
      const bid = aBid(auction, ada, 2000);
      const own = await send(bid);
      const others = await send({ ...aBid(auction, bola, 4000), commandId: bid.commandId });
      expect(stated(own.receipt).user).toBe(ada.id);
      expect(stated(others.receipt)).toMatchObject({ user: bola.id, amount: 4000 });
      expect(stated(others.receipt).salt).not.toBe(stated(own.receipt).salt);
    });

    it("are left out where the site has no key, and then nothing else changes", async () => {
      const { database } = test;
      const { ada, auction, node } = await givenLot();
      await node.engine.close();
      const { engine } = await givenEngine(database);
      const answered = await engine.submit(aBid(auction, ada, 2000));
      expect([codeOf(answered), answered.receipts]).toEqual(["ok", undefined]);
    });
  });
