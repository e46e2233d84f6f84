// Tests how winners and buyers see their debts and pay them from the balance, and who is notified.
import { randomUUID } from "node:crypto";
import { purchasesAnswer, type Win } from "@jara/shared/rest/settlements";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect, type LiveClient, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { bidOn, boughtBy, type Owned, pay, winOf, wonBy } from "../support/given-wins.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const RICH = 100_000_000;

const server = await sharedServer();

describeEndToEnd("a win or a purchase", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  let people = 0;
  // Each test makes its own people, because nobody may have two open purchases or bid after two unpaid wins.
  beforeEach(async () => {
    ada = await makePerson(server, `ada-${++people}`);
    bola = await makePerson(server, `bola-${people}`);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    for (const person of [ada, bola]) await expectLedgerHolds(server.server.database, person.id);
  });

  const won = (person: Person, price?: number, details = {}) => wonBy(server, admin, person, price, details);
  const bought = (person: Person) => boughtBy(server, admin, person);
  const owes = (person: Person, { auction }: Pick<Owned, "auction">) => winOf(server, person, auction._id);
  const fromBalance = (person: Person, { win }: Pick<Owned, "win">, key?: string) =>
    pay(server, person, win._id, { method: "balance" }, key);
  const moneyOf = async (person: Person) => {
    const { balanceMinor, entries } = await expectLedgerHolds(server.server.database, person.id);
    const moved = entries.slice(1).map(({ cause, amountMinor }) => [cause, amountMinor / 100]);
    return { balance: balanceMinor / 100, moved };
  };
  const list = async (person: Person, query = "") => {
    const { status, body } = await server.api("GET", `/api/users/purchases${query}`, { token: person.token });
    expect(status).toBe(200);
    expectShape(purchasesAnswer, body);
    return body as { purchases: Win[]; due: number; pagination: { total: number } };
  };
  const join = async (transport: (typeof transports)[number], person?: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, person ? { token: person.token } : {});
    open.push(client);
    return client;
  };

  describe("its view", () => {
    it("shows for a win the deposit, the remaining amount, the deadline and the penalty", async () => {
      const location = "Ikeja, Lagos";
      const { auction, win } = await won(ada, undefined, { location });
      expect(win).toEqual({
        _id: expect.any(String),
        kind: "win",
        sale: null,
        status: "open",
        auction: { _id: auction._id, title: auction.title, currency: "NGN", image: null, location },
        price: 1500.5,
        fee: 0,
        premium: 0,
        vat: 0,
        total: 1500.5,
        deposit: 300.1,
        depositNgn: 300.1,
        paid: 0,
        remaining: 1200.4,
        remainingNgn: 1200.4,
        penalty: 150.05,
        penaltyNgn: null,
        reference: expect.stringMatching(/^JARA(-[0-9A-F]{4}){3}$/),
        dueAt: anyTime,
        createdAt: anyTime,
        closedAt: null,
        payments: [],
        places: [],
        pickup: null,
        bankAccount: { bank: "Test Bank", name: "Jara Tests", number: "0123456789" },
      });
      expect(await moneyOf(ada)).toEqual({ balance: RICH - 300.1, moved: [["win-deposit", -300.1]] });
    });

    it("is in a list with unpaid ones first by urgency, then those that are ready, then the newest, a page at a time", async () => {
      const first = await won(ada, 1100);
      const second = await won(ada, 1200);
      const purchase = await bought(ada);
      const third = await won(ada, 1300);
      expect((await fromBalance(ada, first)).status).toBe(200);
      expect((await fromBalance(ada, third)).status).toBe(200);
      const { purchases, due, pagination } = await list(ada);
      expect([due, pagination.total]).toEqual([2, 4]);
      // A purchase is due within the hour.
      expect(purchases.map(({ _id }) => _id)).toEqual([purchase, second, third, first].map(({ win }) => win._id));
      for (const one of purchases) expect(await winOf(server, ada, one.auction._id)).toEqual(one);
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(...(await list(ada, `?limit=1&page=${page}`)).purchases);
      expect(pages).toEqual(purchases);
      expect((await list(bola)).purchases).toEqual([]);
      const ready = await server.api("POST", `/api/settlements/${first.win._id}/ready`, {
        token: admin.token,
        headers: { "idempotency-key": randomUUID() },
        body: { place: "Ikeja", hours: "9:00 to 16:00" },
      });
      expect(ready.status).toBe(200);
      const order = (await list(ada)).purchases.map(({ _id }) => _id);
      expect(order).toEqual([purchase, second, first, third].map(({ win }) => win._id));
    });
  });

  describe("its payment from the balance", () => {
    it("sells the auction at once, without an administrator", async () => {
      const owned = await won(ada);
      const { status, body } = await fromBalance(ada, owned);
      expect(status).toBe(200);
      expect(body.win).toEqual({
        ...owned.win,
        status: "paid",
        paid: 1200.4,
        remaining: 0,
        remainingNgn: 0,
        closedAt: anyTime,
        payments: [{ amount: 1200.4, method: "balance", at: anyTime }],
        pickup: {
          status: "waiting",
          place: null,
          hours: null,
          readyAt: null,
          handedOverAt: null,
          code: expect.stringMatching(/^\d{6}$/),
        },
      });
      expect(await owes(ada, owned)).toEqual(body.win);
      expect(await moneyOf(ada)).toEqual({
        balance: RICH - 1500.5,
        moved: [
          ["win-deposit", -300.1],
          ["payment", -1200.4],
        ],
      });
      expect(await expectHistoryHolds(server.server.database, owned.auction._id)).toMatchObject({ status: "sold" });
      const actions = await server.query("select action from admin_actions where auction_id = $1::text::uuid", [
        owned.auction._id,
      ]);
      expect(actions.filter(({ action }) => !String(action).startsWith("lot "))).toEqual([]);
    });

    it("is refused with the missing amount if the balance is too small, and changes nothing", async () => {
      const poor = await makePerson(server, `poor-${people}`, { balance: 400 });
      const owned = await won(poor, 1500);
      const refused = await fromBalance(poor, owned);
      expect([refused.status, refused.body]).toEqual([
        403,
        {
          code: "INSUFFICIENT_BALANCE",
          message: "Your balance of ₦100.00 is less than the ₦1,200.00 that is due.",
          required: 1200,
          balance: 100,
        },
      ]);
      expect(await owes(poor, owned)).toEqual(owned.win);
      expect((await moneyOf(poor)).balance).toBe(100);
      const added = await server.api("PUT", `/api/users/admin/balance/${poor.id}`, {
        token: admin.token,
        body: { balance: 1100, action: "add" },
      });
      expect(added.status).toBe(200);
      expect((await fromBalance(poor, owned)).body.win.status).toBe("paid");
      expect((await moneyOf(poor)).balance).toBe(0);
    });

    it("moves the money once for one key, at once or later, and gets the same answer", async () => {
      const owned = await won(ada);
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => fromBalance(ada, owned, key)));
      answers.push(await fromBalance(ada, owned, key));
      for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
      expect((await moneyOf(ada)).moved).toHaveLength(2);
      const reused = await pay(server, ada, (await won(ada)).win._id, { method: "balance" }, key);
      expect([reused.status, reused.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
    });

    it("takes as `commandId` in the body every UUID that a live command takes, and moves the money once for it", async () => {
      const [owned, other] = [await won(ada), await won(ada)];
      const payWith = (win: Win, commandId: string) =>
        server.api("POST", `/api/settlements/${win._id}/payments`, {
          token: ada.token,
          body: { method: "balance", commandId },
        });
      // A text in the form of a UUID, whose digits name no version of one.
      const commandId = "11111111-1111-1111-1111-111111111111";
      const first = await payWith(owned.win, commandId);
      expect([first.status, first.body.win?.status]).toEqual([200, "paid"]);
      expect((await payWith(owned.win, commandId)).body).toEqual(first.body);
      const reused = await payWith(other.win, commandId);
      expect([reused.status, reused.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
      expect((await payWith(other.win, "no UUID")).status).toBe(400);
      expect((await moneyOf(ada)).moved).toHaveLength(3);
    });

    it("is refused with another key after it is paid, and so is one of two keys at once", async () => {
      const owned = await won(ada);
      const answers = await Promise.all([fromBalance(ada, owned), fromBalance(ada, owned)]);
      answers.push(await fromBalance(ada, owned));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      for (const { body } of answers.filter(({ status }) => status === 409))
        expect(body.code).toBe("SETTLEMENT_CLOSED");
      expect((await moneyOf(ada)).moved).toHaveLength(2);
    });
  });

  describe.each(transports)("its events over %s", (transport) => {
    const ofMoney = (client: LiveClient) =>
      client.frames.filter(({ type }) =>
        ["win:changed", "purchase:changed", "balance:changed", "settlement:changed"].includes(type),
      );

    it("notify only the winner of deposit and payment, and administrators of the settlement", async () => {
      const auction = await openAuction(server, admin, { title: `Lot ${randomUUID()}` });
      const [winner, second] = [await join(transport, ada), await join(transport, ada)];
      const others = [await join(transport, bola), await join(transport), await join(transport, admin)];
      const desk = await join(transport, admin);
      await desk.ask("admin:watch", {});
      for (const one of [winner, ...others]) await one.ask("auction:watch", { auctionId: auction._id });
      await bidOn(server, bola, auction._id, 1100);
      await bidOn(server, ada, auction._id, 1500.5);
      await setStatus(server, admin, auction._id, "ended");
      const win = await winOf(server, ada, auction._id);
      if (!win) throw new Error("nothing was won");
      const isOurs = (status: string) => (data: { settlement: { _id: string; status: string } }) =>
        data.settlement._id === win._id && data.settlement.status === status;
      const { dueAt } = win;
      for (const one of [winner, second]) {
        const balance = RICH - 300.1;
        expect(await one.next("balance:changed")).toEqual({ balance, available: balance });
        expect(await one.next("win:changed")).toEqual({
          auctionId: auction._id,
          status: "open",
          remaining: 1200.4,
          dueAt,
        });
      }
      expect((await desk.next("settlement:changed", isOurs("open"))).settlement).toMatchObject({
        deposit: 300.1,
        remaining: 1200.4,
        buyer: { _id: ada.id },
      });

      for (const one of [winner, second]) one.forget();
      expect((await pay(server, ada, win._id, { method: "balance" })).status).toBe(200);
      for (const one of [winner, second]) {
        const balance = RICH - 1500.5;
        expect(await one.next("balance:changed")).toEqual({ balance, available: balance });
        expect(await one.next("win:changed")).toEqual({ auctionId: auction._id, status: "paid", remaining: 0, dueAt });
      }
      const { settlement } = await desk.next("settlement:changed", isOurs("paid"));
      expect(settlement).toMatchObject({ remaining: 0 });
      const listed = await server.api("GET", `/api/settlements/${win._id}`, { token: admin.token });
      expect(settlement).toEqual(listed.body.settlement);
      for (const one of others) {
        await one.next("auction:ended", ({ status }) => status === "sold");
        await settled(one);
        expect(ofMoney(one)).toEqual([]);
        expect(JSON.stringify(one.frames)).not.toMatch(/deposit|remaining|300\.1|1200\.4/);
      }
    });

    it("notify only the buyer of the purchase", async () => {
      const auction = await openAuction(server, admin, { title: `Lot ${randomUUID()}`, buyItNowPrice: 5000.5 });
      const buyer = await join(transport, ada);
      const others = [await join(transport, bola), await join(transport)];
      const desk = await join(transport, admin);
      await desk.ask("admin:watch", {});
      for (const one of [buyer, ...others]) await one.ask("auction:watch", { auctionId: auction._id });
      await server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, { token: ada.token });
      const win = await winOf(server, ada, auction._id);
      if (!win) throw new Error("nothing was bought");
      const ofAuction = { auctionId: auction._id, deadline: win.dueAt };
      expect(await buyer.next("purchase:changed")).toEqual({ ...ofAuction, status: "pending" });
      const balance = RICH - 1000.1;
      expect(await buyer.next("balance:changed")).toEqual({ balance, available: balance });

      expect((await pay(server, ada, win._id, { method: "balance" })).status).toBe(200);
      expect(await buyer.next("purchase:changed", ({ status }) => status === "paid")).toMatchObject(ofAuction);
      await buyer.next("balance:changed", (data) => data.balance < balance);
      for (const status of ["open", "paid"]) {
        await desk.next(
          "settlement:changed",
          ({ settlement }) => settlement._id === win._id && settlement.status === status,
        );
      }
      for (const one of others) {
        await one.next("auction:ended");
        await settled(one);
        expect(ofMoney(one)).toEqual([]);
      }
      await settled(buyer);
      expect(buyer.of("win:changed")).toEqual([]);
      expect(buyer.of("settlement:changed")).toEqual([]);
    });
  });
});
