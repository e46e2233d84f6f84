// Tests commands that are carried out together: under several nodes over one PostgreSQL database, all of them are in one
// commit, or none is.
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../../test/support/check-history.ts";
import {
  aBid,
  aBooking,
  aClose,
  aCredit,
  aPayFromBalance,
  aPayment,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../test/support/given-engine.ts";
import { endIn, seedAuction, seedPeople, seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { UserCommand } from "../auction/commands.ts";
import type { Answered } from "./outcome.ts";

/** Sends commands until their result is known. */
const persist = async ({ engine }: GivenEngine, commands: readonly UserCommand[]): Promise<Answered> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await engine.submitTogether(commands);
    if (codeOf(answer) !== "UNAVAILABLE" || tries === 20) return answer;
  }
};

const PRICE = 5_000;
const DUE = PRICE - PRICE / 5;

describe("commands that are carried out together", () => {
  const test = withDatabase();
  const givenNodes = (count: number): Promise<GivenEngine[]> =>
    Promise.all(Array.from({ length: count }, async () => givenEngine(await test.openAnother())));

  /** Wins of one person, with so much on the balance after the deposits. */
  const given = async (count: number, balanceMinor: number) => {
    const { admin } = await seedPeople(test.database);
    const { ada } = await seedUsers(test.database, {
      ada: { balanceMinor: asMinor(balanceMinor + count * (PRICE / 5)) },
    });
    const [node] = (await givenNodes(1)) as [GivenEngine];
    const wins: { readonly auction: { readonly id: string }; readonly settlementId: string }[] = [];
    for (let n = 0; n < count; n++) {
      const auction = await seedAuction(test.database, admin);
      expect(codeOf(await node.engine.submit(aBid(auction, ada, PRICE)))).toBe("ok");
      await endIn(test.database, auction.id, -1);
      expect(codeOf(await node.engine.submit(aClose(auction)))).toBe("ok");
      const [row] = await test.database.query<{ id: string }>(
        "select id from settlements where auction_id = $1::text::uuid",
        [auction.id],
      );
      wins.push({ auction, settlementId: row?.id ?? "" });
    }
    const fromBalance = (name: string) =>
      wins.map(({ auction, settlementId }, n) => aPayFromBalance(auction, ada, settlementId, `${name} ${ada.id} ${n}`));
    /** How many payments were made at each moment. */
    const booked = async () =>
      (
        await test.database.query<{ count: number }>(
          `select count(*)::int as count from payments where payer_id = $1::text::uuid
           group by created_at order by created_at`,
          [ada.id],
        )
      ).map(({ count: made }) => made);
    const balance = async () => (await expectLedgerHolds(test.database, ada.id)).balanceMinor;
    const hold = async () => {
      for (const { auction } of wins) await expectHistoryHolds(test.database, auction.id);
    };
    return { admin, ada, node, wins, fromBalance, booked, balance, hold };
  };

  it("take what all of them cost from one balance, once, and answer the same when they are sent again", async () => {
    const { node, fromBalance, booked, balance, hold } = await given(4, 4 * DUE);
    const [other] = (await givenNodes(1)) as [GivenEngine];
    const commands = fromBalance("all");
    const answers = await Promise.all([persist(node, commands), persist(node, commands), persist(other, commands)]);
    expect(answers.map(codeOf)).toEqual(["ok", "ok", "ok"]);
    expect(codeOf(await persist(other, commands))).toBe("ok");
    expect(await booked()).toEqual([4]);
    expect(await balance()).toBe(0);
    await hold();
  });

  it("change nothing if the balance is a kobo short, or if one of the lots is closed", async () => {
    const { admin, node, wins, fromBalance, booked, balance, hold } = await given(3, 3 * DUE - 1);
    expect(codeOf(await persist(node, fromBalance("short")))).toBe("INSUFFICIENT_BALANCE");
    expect(await booked()).toEqual([]);
    expect(await balance()).toBe(3 * DUE - 1);
    const [, , last] = wins;
    if (!last) throw new Error("no win");
    const waived = await node.engine.submit(aPayment(last.auction, admin, last.settlementId, "waived"));
    expect(codeOf(waived)).toBe("ok");
    const asBooked = wins.map(({ auction, settlementId }) => aBooking(auction, admin, settlementId, DUE));
    for (const commands of [fromBalance("closed"), asBooked]) {
      expect(codeOf(await persist(node, commands))).toBe("SETTLEMENT_CLOSED");
    }
    expect(await booked()).toEqual([]);
    await hold();
  });

  it("exclude each other on two nodes, and single payments: no group is ever carried out in part", async () => {
    const nodes = await givenNodes(2);
    for (let round = 0; round < 5; round++) {
      const { ada, wins, fromBalance, booked, balance, hold } = await given(3, 6 * DUE);
      const [, middle] = wins;
      if (!middle) throw new Error("no win");
      const [one, other] = nodes as [GivenEngine, GivenEngine];
      const answers = await Promise.all([
        persist(one, fromBalance("one")),
        persist(other, fromBalance("other")),
        persist(other, [aPayFromBalance(middle.auction, ada, middle.settlementId)]),
      ]);
      const done = answers.filter((answer) => codeOf(answer) === "ok");
      expect(done).toHaveLength(1);
      const paid = codeOf(answers[2] as Answered) === "ok" ? 1 : 3;
      expect(await booked()).toEqual([paid]);
      expect(await balance()).toBe((6 - paid) * DUE);
      await hold();
    }
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it("book money that came online for each lot, or to the balance if a lot is closed, once for many reports", async () => {
    const { admin, ada, node, wins, booked, balance, hold } = await given(3, 0);
    const [, , last] = wins;
    if (!last) throw new Error("no win");
    await node.engine.submit(aPayment(last.auction, admin, last.settlementId, "waived"));
    const before = await balance();
    const credits = wins.map(({ auction, settlementId }, n) =>
      aCredit(auction, ada, settlementId, DUE, `payment-${ada.id}/${n + 1}`),
    );
    const [other] = (await givenNodes(1)) as [GivenEngine];
    const answers = await Promise.all([persist(node, credits), persist(other, credits), persist(node, credits)]);
    expect(answers.map(codeOf)).toEqual(["ok", "ok", "ok"]);
    expect(await booked()).toEqual([2]);
    expect(await balance()).toBe(before + DUE);
    await hold();
  });
});
