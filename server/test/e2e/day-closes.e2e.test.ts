// Tests the close of a day over REST: it has the money of the books, a second person signs it, and money that moves later
// never changes it.
import { toMinor } from "@jara/shared/money";
import { dayAnswer, dayCloseAnswer, dayClosesAnswer, type TillLine } from "@jara/shared/rest/day-closes";
import { beforeEach, describe, expect, it } from "vitest";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("the close of a day", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let cashier: Person;
  let manager: Person;
  let today: string;
  beforeEachWithSettlements(
    (world) => {
      ({ server, steps, ada } = world);
    },
    { because: "it adds up all money of the site" },
  );
  let people = 0;
  const staff = (name: string, options: Parameters<typeof makePerson>[2]): Promise<Person> =>
    makePerson(server, `${name}-${++people}`, options);
  beforeEach(async () => {
    cashier = await staff("cashier", { role: "cashier", isSettled: true });
    manager = await staff("manager", { role: "manager", isSettled: true });
    const [row] = await server.query<{ day: string }>(
      "select (clock_now() at time zone 'Africa/Lagos')::date::text as day",
    );
    today = row?.day ?? "";
    // Each test starts with a day on which nothing is closed.
    await server.query("delete from day_closes");
  });

  const post = (who: Person, path: string, body?: object) =>
    server.api("POST", `/api/admin/day-closes${path}`, { token: who.token, ...(body && { body }) });
  const day = async (date = today) => {
    const body = await steps.done(server.api("GET", `/api/admin/day-closes/${date}`, { token: cashier.token }));
    expectShape(dayAnswer, body);
    return dayAnswer.parse(body);
  };
  const tillNow = async (): Promise<TillLine[]> => (await day()).open?.till ?? [];
  const booksOf = (till: readonly TillLine[], method: string): number => {
    const line = till.find((one) => one.method === method);
    return (line?.inNgn ?? 0) - (line?.outNgn ?? 0);
  };
  const book = async (method: "cash" | "transfer", amount: number) => {
    const { settlement } = await steps.won([[ada, 100_000]]);
    await steps.done(steps.post(`settlements/${settlement._id}/payments`, { method, amount }));
    return settlement;
  };
  /** Closes the part of today that is open, as counted exactly, unless other counts are given. */
  const close = async (who = cashier, given: object = {}) => {
    const { openingCash = 0, till: seen = [] } = (await day()).open ?? {};
    const countedCash = Math.round((openingCash + booksOf(seen, "cash")) * 100) / 100;
    return post(who, "", { date: today, countedCash, seen, seenOpening: openingCash, ...given });
  };
  const closed = async (who = cashier, given: object = {}) => {
    const { status, body } = await close(who, given);
    expect([status, body]).toEqual([200, expect.anything()]);
    expectShape(dayCloseAnswer, body);
    return dayCloseAnswer.parse(body).close;
  };
  const codeOf = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };

  describe("what it has", () => {
    it("is the money of the day by method, what was counted, and the difference", async () => {
      const before = await tillNow();
      await book("cash", 30_000);
      await book("transfer", 12_500.5);
      const seen = await tillNow();
      expect(booksOf(seen, "cash") - booksOf(before, "cash")).toBeCloseTo(30_000, 2);
      expect(booksOf(seen, "transfer") - booksOf(before, "transfer")).toBeCloseTo(12_500.5, 2);
      const made = await closed(cashier, {
        countedCash: booksOf(seen, "cash") - 200,
        countedTransfer: booksOf(seen, "transfer"),
        note: "₦200 of change is missing",
      });
      expect(made).toMatchObject({ date: today, till: seen, cashDifference: -200, transferDifference: 0 });
      expect(made).toMatchObject({ status: "waiting", closedBy: { _id: cashier.id }, maySign: false });
    });

    it("needs a note for a difference, and refuses amounts below zero", async () => {
      await book("cash", 1_000);
      const seen = await tillNow();
      const short = { date: today, countedCash: booksOf(seen, "cash") - 0.01, seen };
      const { status, body } = await post(cashier, "", short);
      expect([status, body.issues[0].path]).toEqual([400, "note"]);
      expect(body.message).toBe("The till has ₦0.01 less than the books. Please say why.");
      expect(await codeOf(post(cashier, "", { ...short, countedCash: -1 }))).toEqual([400, "INVALID"]);
      expect(await codeOf(post(cashier, "", { ...short, note: "Lost" }))).toEqual([200, undefined]);
    });

    it("is refused if money moved since the count, for a day to come, and while another close waits", async () => {
      const seen = await tillNow();
      await book("cash", 500);
      const stale = { date: today, countedCash: booksOf(seen, "cash"), seen };
      expect(await codeOf(post(cashier, "", stale))).toEqual([409, "VALUE_CHANGED"]);
      expect(await codeOf(post(cashier, "", { ...stale, date: "2090-01-01" }))).toEqual([400, "INVALID"]);
      await closed();
      expect(await codeOf(close(manager))).toEqual([409, "VALUE_CHANGED"]);
    });

    it("is not stopped by money that is not counted by hand, which its books then have", async () => {
      const seen = await tillNow();
      await book("transfer", 700);
      const given = { date: today, countedCash: booksOf(seen, "cash"), seen };
      const compared = { ...given, countedTransfer: booksOf(seen, "transfer"), note: "Compared" };
      expect(await codeOf(post(cashier, "", compared))).toEqual([409, "VALUE_CHANGED"]);
      const made = await post(cashier, "", { ...given, note: "Without the bank" });
      expect(made.status).toBe(200);
      expect(booksOf(made.body.close.till, "transfer") - booksOf(seen, "transfer")).toBeCloseTo(700, 2);
    });

    it("is made once by two people at the same time", async () => {
      await book("cash", 700);
      const seen = await tillNow();
      const body = { date: today, countedCash: booksOf(seen, "cash"), seen };
      const answers = await Promise.all([post(cashier, "", body), post(manager, "", body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await day()).closes).toHaveLength(1);
    });
  });

  describe("the second person", () => {
    it("signs it once; the person who closed the day, a newcomer and others may not", async () => {
      const { _id } = await closed();
      const sign = (who: Person) => codeOf(post(who, `/${_id}/sign`));
      const newcomer = await staff("newcomer", { role: "cashier" });
      const cataloguer = await staff("cataloguer", { role: "cataloguer", isSettled: true });
      for (const who of [cashier, newcomer, cataloguer, ada]) expect(await sign(who)).toEqual([403, "FORBIDDEN"]);
      expect(await sign(manager)).toEqual([200, undefined]);
      expect(await sign(manager)).toEqual([200, undefined]);
      expect(await sign(steps.admin)).toEqual([409, "VALUE_CHANGED"]);
      expect(await codeOf(post(manager, `/${_id}/refuse`, { reason: "Late" }))).toEqual([409, "VALUE_CHANGED"]);
      const actions = await server.query(
        "select action, actor_id as actor from admin_actions where details ->> 'closeId' = $1 order by at",
        [_id],
      );
      expect(actions).toEqual([
        { action: "day closed", actor: cashier.id },
        { action: "day close signed", actor: manager.id },
      ]);
    });

    it("sees how many wait, and the person who closed it does not count it", async () => {
      await closed();
      const list = async (who: Person) => {
        const body = await steps.done(server.api("GET", "/api/admin/day-closes", { token: who.token }));
        expectShape(dayClosesAnswer, body);
        return dayClosesAnswer.parse(body);
      };
      const [mine, theirs] = [await list(cashier), await list(manager)];
      expect([mine.waiting, mine.closes[0]?.maySign]).toEqual([0, false]);
      expect([theirs.waiting, theirs.closes[0]?.maySign]).toEqual([1, true]);
      const newcomer = await list(await staff("newcomer", { role: "cashier" }));
      expect([newcomer.waiting, newcomer.closes[0]?.maySign]).toEqual([0, false]);
      expect(Date.parse(newcomer.closes[0]?.maySignFrom ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
      expect([mine.closes[0]?.maySignFrom, theirs.closes[0]?.maySignFrom]).toEqual([null, null]);
    });

    it("is named beforehand, with the time from which a newcomer may; nobody with money of their own in it", async () => {
      const newcomer = await staff("newcomer", { role: "cashier" });
      const own = await staff("own", { role: "manager", isSettled: true });
      await steps.done(
        server.api("PUT", `/api/users/admin/balance/${own.id}`, {
          token: steps.admin.token,
          body: { balance: 1_000, action: "add", method: "cash", reason: "At the desk" },
        }),
      );
      const made = await closed();
      const signers = (await day()).closes.at(-1)?.signers ?? [];
      expect(signers).toEqual(made.signers);
      const fromOf = ({ id }: Person) => signers.find(({ _id }) => _id === id)?.from;
      expect(fromOf(manager)).toBeNull();
      expect(Date.parse(fromOf(newcomer) ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
      expect([fromOf(cashier), fromOf(own)]).toEqual([undefined, undefined]);
      await steps.done(post(manager, `/${made._id}/sign`));
      expect((await day()).closes.at(-1)?.signers).toBeUndefined();
    });

    it("refuses it with a reason, and the same time is closed anew", async () => {
      await book("cash", 900);
      const first = await closed();
      expect(await codeOf(post(manager, `/${first._id}/refuse`, { reason: "" }))).toEqual([400, "INVALID"]);
      const { body } = await post(manager, `/${first._id}/refuse`, { reason: "Count again" });
      expect(body.close).toMatchObject({ status: "refused", reason: "Count again", decidedBy: { _id: manager.id } });
      const second = await closed();
      expect([second.from, second.till]).toEqual([first.from, first.till]);
    });

    it("cannot sign if the books of the closed time changed after the count", async () => {
      await book("cash", 400);
      const { _id } = await closed();
      // As a payment whose commit was under way during the count.
      await server.query(
        "update payments set ngn_minor = ngn_minor + 100 where created_at > now() - interval '1 hour'",
      );
      expect(await codeOf(post(manager, `/${_id}/sign`))).toEqual([409, "VALUE_CHANGED"]);
    });

    it("has no money of their own in it, like the first person", async () => {
      await steps.done(
        server.api("PUT", `/api/users/admin/balance/${manager.id}`, {
          token: steps.admin.token,
          body: { balance: 1_000, action: "add", method: "cash", reason: "At the desk" },
        }),
      );
      expect(await codeOf(close(manager))).toEqual([403, "CONFLICT_OF_INTEREST"]);
      const { _id } = await closed();
      expect(await codeOf(post(manager, `/${_id}/sign`))).toEqual([403, "CONFLICT_OF_INTEREST"]);
      const other = await staff("manager", { role: "manager", isSettled: true });
      expect(await codeOf(post(other, `/${_id}/sign`))).toEqual([200, undefined]);
    });
  });

  it("keeps its sums when money moves later: a booking and a reversal belong to the next close", async () => {
    const settlement = await book("cash", 2_000);
    const first = await closed();
    await steps.done(post(manager, `/${first._id}/sign`));
    expect((await tillNow()).every(({ inNgn, outNgn }) => inNgn === 0 && outNgn === 0)).toBe(true);
    await steps.done(steps.post(`settlements/${settlement._id}/reverse`, { reason: "False note" }));
    await book("cash", 1_500);
    const later = await day();
    expect(later.closes[0]).toMatchObject({ _id: first._id, till: first.till, status: "signed" });
    expect(later.open?.from).toBe(first.until);
    expect(later.open?.till.find(({ method }) => method === "cash")).toEqual({
      method: "cash",
      inNgn: 1_500,
      outNgn: 2_000,
    });
    const second = await closed(cashier);
    expect(second).toMatchObject({ openingCash: first.countedCash, cashDifference: 0, from: first.until });
    expect(toMinor(second.expectedCash) - toMinor(first.countedCash)).toBe(-500_00);
  });

  describe("the cash in the till", () => {
    const move = (action: "add" | "subtract", amount: number) =>
      steps.done(
        server.api("PUT", `/api/users/admin/balance/${ada.id}`, {
          token: steps.admin.token,
          body: { balance: amount, action, method: "cash", reason: "At the desk" },
        }),
      );
    const sign = async ({ _id }: { _id: string }) =>
      expect(await codeOf(post(manager, `/${_id}/sign`))).toEqual([200, undefined]);

    it("begins with what the last close counted, so that cash paid out after a close leaves no difference", async () => {
      await move("add", 39_100);
      await sign(await closed(cashier, { countedCash: 39_100, note: "Without the float" }));
      await move("subtract", 38_762.5);
      const made = await closed(cashier, { countedCash: 337.5 });
      expect(made).toMatchObject({ openingCash: 39_100, expectedCash: 337.5, cashDifference: 0, note: null });
      expect(made.till.find(({ method }) => method === "cash")).toMatchObject({ inNgn: 0, outNgn: 38_762.5 });
      await sign(made);
    });

    it("begins with what the first close says that was in it, with a note; a later close takes it from the books", async () => {
      await move("add", 1_000);
      const { open } = await day();
      const books = booksOf(open?.till ?? [], "cash");
      expect(open).toMatchObject({ isFirst: true, openingCash: 0 });
      const given = { countedCash: books + 5_000, openingCash: 5_000 };
      const silent = await close(cashier, given);
      expect([silent.status, silent.body.issues[0].path]).toEqual([400, "note"]);
      expect(await codeOf(close(cashier, { ...given, openingCash: -1, note: "Change" }))).toEqual([400, "INVALID"]);
      const made = await closed(cashier, { ...given, note: "₦5,000 of change from the safe" });
      expect(made).toMatchObject({ openingCash: 5_000, expectedCash: books + 5_000, cashDifference: 0 });
      await sign(made);
      expect((await day()).open).toMatchObject({ isFirst: false, openingCash: books + 5_000 });
      const second = await close(cashier, { openingCash: 9_000, note: "Change" });
      expect([second.status, second.body.issues[0].path]).toEqual([400, "openingCash"]);
    });

    it("is in the file of all closes, with its opening, what came and went, and what was counted", async () => {
      await move("add", 500);
      await sign(await closed());
      await move("subtract", 120.5);
      const made = await closed(cashier, { bankedCash: 100, note: "=1+1" });
      const { status, text } = await server.api("GET", "/api/admin/day-closes.csv", { token: cashier.token });
      expect(status).toBe(200);
      const lines = text.replace("\ufeff", "").trimEnd().split("\r\n");
      const [heads = [], row = [], first = []] = lines.map((line: string) => line.split(","));
      const of = (head: string) => row[heads.indexOf(`"${head}"`)];
      expect([first[0], of("day"), of("status")]).toEqual([`"${today}"`, `"${today}"`, '"waiting"']);
      const { openingCash, expectedCash, countedCash } = made;
      const written = ["opening", "cash out", "till must have", "counted", "difference", "taken out"].map(of);
      expect(written).toEqual([openingCash, 120.5, expectedCash, countedCash, 0, 100].map((one) => one?.toFixed(2)));
      expect(of("note")).toBe(`"'=1+1"`);
      const statusInFile = async () => {
        const file = await server.api("GET", "/api/admin/day-closes.csv", { token: cashier.token });
        return file.text.split("\r\n")[1]?.split(",")[heads.indexOf('"status"')];
      };
      await steps.done(post(cashier, `/${made._id}/refuse`, { reason: "Too early" }));
      expect(await statusInFile()).toBe('"taken back"');
      const again = await closed(cashier);
      await steps.done(post(manager, `/${again._id}/refuse`, { reason: "Count again" }));
      expect(await statusInFile()).toBe('"refused"');
    });

    it("begins with what is left when cash was taken to the bank, which is no more than what was counted", async () => {
      await move("add", 20_000);
      const { open } = await day();
      const countedCash = booksOf(open?.till ?? [], "cash");
      const tooMuch = await close(cashier, { bankedCash: countedCash + 1 });
      expect([tooMuch.status, tooMuch.body.issues[0].path]).toEqual([400, "bankedCash"]);
      expect(await codeOf(close(cashier, { bankedCash: -1 }))).toEqual([400, "INVALID"]);
      await sign(await closed(cashier, { bankedCash: countedCash - 5_000 }));
      expect((await day()).open?.openingCash).toBe(5_000);
    });

    it("has the cash of a time that nobody closed in its opening", async () => {
      await move("add", 1_000);
      await sign(await closed());
      await move("add", 250);
      // This moves the close and the money after it to the day before yesterday.
      await server.query(
        `update day_closes set date = date - 2, from_at = from_at - interval '2 days',
           until_at = until_at - interval '2 days'`,
      );
      await server.query(
        `update ledger_entries set created_at = created_at - interval '2 days' where user_id = $1::text::uuid and amount_minor = 25000`,
        [ada.id],
      );
      const { open } = await day();
      const [counted] = await server.query<{ kobo: number }>(
        "select counted_cash_minor::float8 as kobo from day_closes",
      );
      expect(toMinor(open?.openingCash ?? 0)).toBe((counted?.kobo ?? 0) + 250_00);
    });

    it("is not signed on the count of a close that was refused meanwhile", async () => {
      await move("add", 3_000);
      const first = await closed();
      // The same close, as if yesterday's had waited while today's was made.
      await server.query(
        `update day_closes set date = date - 1, from_at = from_at - interval '1 day',
           until_at = until_at - interval '1 day'`,
      );
      const second = await closed();
      expect(second.openingCash).toBe(first.countedCash);
      await steps.done(post(manager, `/${first._id}/refuse`, { reason: "Count again" }));
      expect(await codeOf(post(manager, `/${second._id}/sign`))).toEqual([409, "VALUE_CHANGED"]);
    });

    it("keeps the rule of its time for a close that was made without an opening", async () => {
      await move("add", 700);
      const made = await closed();
      await server.query("update day_closes set opening_cash_minor = null");
      expect((await day()).closes[0]).toMatchObject({ openingCash: null, cashDifference: made.cashDifference });
      await sign(made);
    });
  });
});
