// Tests payments with `BALANCE_RULE=hold`: the payment of a lot can use what the buyer's own bids reserve on this lot,
// and nothing that another lot reserves. The same money never pays two things.
import { randomUUID } from "node:crypto";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { purchasesAnswer, type Win } from "@jara/shared/rest/settlements";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pay, winOf, wonBy } from "../support/given-wins.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const setMax = (server: TestServer, { token }: Person, auctionId: string, maxAmount: number, currency = "NGN") =>
  server.api("POST", "/api/maxbids", { token, body: { auctionId, maxAmount, currency } });
const balanceOf = async (server: TestServer, { id }: Person): Promise<number> =>
  (await expectLedgerHolds(server.server.database, id)).balanceMinor / 100;
const availableTo = async (server: TestServer, { token }: Person): Promise<number> =>
  (await server.api("GET", "/api/users/profile", { token })).body.user.available;

/**
 * Ada has bought a lot of ₦5,000 on which she has a maximum of ₦4,000, and has a maximum of ₦3,000 on another lot. She
 * owes ₦4,250; the lots reserve ₦800 and ₦600.
 */
const given = async (server: TestServer, admin: Person, balance: number, lot: Partial<CreateAuctionBody> = {}) => {
  const ada = await makePerson(server, `ada-${randomUUID().slice(0, 8)}`, { balance });
  const bought = await openAuction(server, admin, { title: `Lot ${randomUUID()}`, buyItNowPrice: 5000, ...lot });
  const other = await openAuction(server, admin, { title: `Lot ${randomUUID()}` });
  expect((await setMax(server, ada, bought._id, 4000, lot.currency)).status).toBe(200);
  expect((await setMax(server, ada, other._id, 3000)).status).toBe(200);
  const { status } = await server.api("POST", `/api/auctions/${bought._id}/buy-it-now`, { token: ada.token });
  expect(status).toBe(200);
  return { ada, bought, other, win: (await winOf(server, ada, bought._id)) as Win };
};
/** The purchase takes this much in all, together with the amount that the other lot reserves. */
const ENOUGH = 1000 + 4250 + 600;

describeEndToEnd("a purchase whose buyer has bids on the lot, where bids reserve money,", () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ config: { balanceRule: "hold" } });
    admin = await makePerson(server, "root", { role: "admin" });
  });
  afterAll(() => server?.close());
  const fromBalance = (person: Person, { _id }: Win) => pay(server, person, _id, { method: "balance" });

  it("says what the lot reserves of the buyer's money, alone and in the list of purchases", async () => {
    const { ada, win } = await given(server, admin, ENOUGH);
    expect(win).toMatchObject({ status: "open", remainingNgn: 4250, reservedNgn: 800 });
    expect(await availableTo(server, ada)).toBe(ENOUGH - 1000 - 800 - 600);
    const { body } = await server.api("GET", "/api/users/purchases", { token: ada.token });
    expectShape(purchasesAnswer, body);
    expect(body.purchases).toEqual([win]);
  });

  it("is paid with what the lot reserves, and leaves what another lot reserves", async () => {
    const { ada, bought, other, win } = await given(server, admin, ENOUGH);
    const { status, body } = await fromBalance(ada, win);
    expect([status, body.win?.status, body.win?.remaining]).toEqual([200, "paid", 0]);
    expect(await expectHistoryHolds(server.server.database, bought._id)).toMatchObject({ status: "sold" });
    expect([await balanceOf(server, ada), await availableTo(server, ada)]).toEqual([600, 0]);
    expect(await winOf(server, ada, bought._id)).not.toHaveProperty("reservedNgn");
    const raised = await setMax(server, ada, other._id, 3001);
    expect(raised).toMatchObject({
      status: 403,
      body: { code: "INSUFFICIENT_BALANCE", required: 600.2, balance: 600 },
    });
  });

  it("is refused if a kobo is missing beside what another lot reserves, until that is free", async () => {
    const { ada, other, win } = await given(server, admin, ENOUGH - 0.01);
    expect(await fromBalance(ada, win)).toMatchObject({
      status: 403,
      body: {
        code: "INSUFFICIENT_BALANCE",
        required: 4250,
        balance: 4249.99,
        message: expect.stringContaining("₦600.00 of your balance of ₦4,849.99 is bound"),
      },
    });
    expect((await setMax(server, ada, other._id, 2900)).status).toBe(200);
    expect((await fromBalance(ada, win)).status).toBe(200);
    expect([await balanceOf(server, ada), await availableTo(server, ada)]).toEqual([599.99, 19.99]);
  });

  it("names the reservation of a lot in dollars in naira", async () => {
    const { body } = await server.api("GET", "/api/currency/rates");
    const rate: number = body.rates.USD_TO_NGN;
    const { win } = await given(server, admin, 100_000_000, { currency: "USD" });
    expect(win.reservedNgn).toBe(Math.ceil(Number((800 * rate * 100).toFixed(4))) / 100);
  });

  it("is not paid with money that pays a win at the same moment", async () => {
    for (let run = 0; run < 4; run++) {
      // Each of the two payments alone is covered, both together are not, by a kobo.
      const { ada, other, win } = await given(server, admin, ENOUGH + 1500 - 0.01);
      const won = await wonBy(server, admin, ada, 1500);
      expect(won.win.remaining).toBe(1200);
      const answers = await Promise.all([fromBalance(ada, win), fromBalance(ada, won.win)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const paid = answers[0]?.status === 200 ? 4250 : 1200;
      expect(await balanceOf(server, ada)).toBeCloseTo(4250 + 600 + 1200 - 0.01 - paid, 5);
      expect(other.status).toBe("active");
    }
  });
});

describe.skipIf(!canHaveNodes())("a purchase at two nodes where bids reserve money", () => {
  let nodes: ServersTogether;
  let admin: Person;
  beforeAll(async () => {
    nodes = await startServersTogether(2, { balanceRule: "hold" });
    admin = await makePerson(nodes.servers[0], "root", { role: "admin" });
  });
  afterAll(() => nodes?.close());

  it("is not paid at one node with money that a maximum binds at the other one at the same moment", async () => {
    const [here, there] = nodes.servers as [TestServer, TestServer];
    const outcomes = new Set<string>();
    for (let run = 0; run < 10; run++) {
      const { ada, other, win } = await given(here, admin, ENOUGH);
      // Both nodes know Ada's money, as after earlier commands of hers.
      expect((await setMax(there, ada, other._id, 2999)).status).toBe(200);
      expect((await setMax(there, ada, other._id, 3000)).status).toBe(200);
      const [paid, raised] = await Promise.all([
        pay(here, ada, win._id, { method: "balance" }),
        setMax(there, ada, other._id, 3001),
      ]);
      outcomes.add(`${paid.status} ${raised.status}`);
      const available = await availableTo(here, ada);
      expect([available >= 0, [paid.status, raised.status].filter((status) => status < 300).length]).toEqual([true, 1]);
    }
    expect([...outcomes].filter((outcome) => outcome !== "200 403" && outcome !== "403 200")).toEqual([]);
  });
});
