// Tests the statement from outside: its pages, periods and filters, the CSV file, the PDF file, and its speed with
// 100,000 entries.
import { type StatementEntry, statementAnswer } from "@jara/shared/rest/statement";
import { beforeAll, describe, expect, it } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type EntryGiven, emptyLedger, writeEntries } from "../support/given-ledger.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();

describeEndToEnd("the statement", () => {
  let admin: Person;
  let lotId: string;
  let people = 0;
  let references = 0;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    lotId = (await openAuction(server, admin, { title: '=HYPERLINK("http://evil")' }))._id;
  });

  const person = async (entries: readonly EntryGiven[]): Promise<Person> => {
    const made = await makePerson(server, `person-${++people}`);
    await emptyLedger(server, made.id);
    await writeEntries(server, made.id, entries);
    return made;
  };
  const read = async ({ token }: Person, query = "") => {
    const { status, body } = await server.api("GET", `/api/users/statement${query}`, { token });
    expect(status).toBe(200);
    expectShape(statementAnswer, body);
    return body;
  };
  const amounts = (body: { entries: StatementEntry[] }) => body.entries.map(({ amount }) => amount);

  const settlementId = "5b0c7d3e-8a7f-4f55-8f8b-1d2f3a4b5c6d";
  const autumn = (): EntryGiven[] => [
    { at: "2026-09-30T22:59:59.999Z", cause: "top-up", amountMinor: 1_000_000, reference: `jara-${++references}` },
    { at: "2026-09-30T23:00:00.000Z", cause: "win-deposit", amountMinor: -200_000, auctionId: lotId, settlementId },
    { at: "2026-10-15T12:00:00.000Z", cause: "admin add", amountMinor: 50, note: "Cash at the desk" },
    { at: "2026-10-31T22:59:59.999Z", cause: "withdrawal", amountMinor: -300_000 },
    { at: "2026-10-31T23:00:00.000Z", cause: "win-forfeit", amountMinor: -900_000 },
  ];

  it("lists every entry newest first, with words, lot, reference, note and the balance after it", async () => {
    const ada = await person(autumn());
    const body = await read(ada);
    expect(amounts(body)).toEqual([-9_000, -3_000, 0.5, -2_000, 10_000]);
    expect(body.entries.map(({ balance }: StatementEntry) => balance)).toEqual([
      -3_999.5, 5_000.5, 8_000.5, 8_000, 10_000,
    ]);
    expect(body.entries[3]).toMatchObject({
      at: "2026-09-30T23:00:00.000Z",
      cause: "win-deposit",
      text: "Deposit for a won lot",
      settlementId,
      auction: { _id: lotId, title: '=HYPERLINK("http://evil")' },
      reference: null,
      note: null,
    });
    expect(body.entries[2]).toMatchObject({
      note: "Cash at the desk",
      text: "Added by our team",
      auction: null,
    });
    expect(body.entries[4]).toMatchObject({ reference: `jara-${references}` });
    const { entries: _, ...sums } = body;
    expect(sums).toEqual({
      total: 5,
      in: 10_000.5,
      out: 14_000,
      opening: 0,
      closing: -3_999.5,
      firstAt: "2026-09-30T22:59:59.999Z",
    });
  });

  it("limits a period by days in Lagos, both inclusive, with the balances before and after it", async () => {
    const ada = await person(autumn());
    const october = await read(ada, "?from=2026-10-01&to=2026-10-31");
    expect(amounts(october)).toEqual([-3_000, 0.5, -2_000]);
    expect(october).toMatchObject({ total: 3, in: 0.5, out: 5_000, opening: 10_000, closing: 5_000.5 });
    expect(october.opening + october.in - october.out).toBe(october.closing);
    expect(await read(ada, "?to=2026-09-29")).toMatchObject({ entries: [], total: 0, opening: 0, closing: 0 });
    expect(await read(ada, "?from=2026-12-01")).toMatchObject({ total: 0, opening: -3_999.5, closing: -3_999.5 });
    expect(await read(ada, "?from=2026-10-31&to=2026-10-01")).toMatchObject({ total: 0 });
    const { status, body } = await server.api("GET", "/api/users/statement?from=2026-02-30", { token: ada.token });
    expect([status, body.code]).toEqual([400, "INVALID"]);
  });

  it("shows one kind of entries with their sums, and pages", async () => {
    const ada = await person(autumn());
    expect(amounts(await read(ada, "?kind=forfeits"))).toEqual([-9_000]);
    expect(await read(ada, "?kind=top-ups&to=2026-10-31")).toMatchObject({ in: 10_000, out: 0, closing: 5_000.5 });
    expect(amounts(await read(ada, "?limit=2&page=2"))).toEqual([0.5, -2_000]);
    expect(amounts(await read(ada, "?limit=2&page=3"))).toEqual([10_000]);
    expect(await read(ada, "?limit=2&page=9")).toMatchObject({ entries: [], total: 5 });
  });

  it("orders entries of one moment so that each balance follows from the one before it", async () => {
    const at = "2026-10-01T10:00:00.000Z";
    const chain = [700, -300, 250, -100, 40, -600].map((amountMinor) => ({ at, cause: "payment", amountMinor }));
    const ada = await person([{ at: "2026-09-01T10:00:00.000Z", cause: "top-up", amountMinor: 100 }, ...chain]);
    const body = await read(ada, "?from=2026-10-01");
    expect(amounts(body)).toEqual([-6, 0.4, -1, 2.5, -3, 7]);
    expect(body).toMatchObject({ opening: 1, closing: 0.9 });
    expect(await read(ada, "?from=2026-10-02")).toMatchObject({ opening: 0.9 });
  });

  it("does not show the title of a lot that is a draft again", async () => {
    const id = (await openAuction(server, admin, { title: "Secret title" }))._id;
    const ada = await person([{ at: "2026-10-01T10:00:00.000Z", cause: "payment", amountMinor: 5, auctionId: id }]);
    expect((await read(ada)).entries[0].auction).toEqual({ _id: id, title: "Secret title" });
    await setStatus(server, admin, id, "draft");
    expect((await read(ada)).entries[0].auction).toBeNull();
  });

  describe("the CSV file", () => {
    it("has all entries oldest first, with times in Lagos, plain decimals, and no formula", async () => {
      const ada = await person([
        ...autumn(),
        { at: "2026-11-02T10:00:00.000Z", cause: "=1+1", amountMinor: 7, note: "-2" },
      ]);
      const answer = await server.api("GET", "/api/users/statement.csv?from=2026-10-01", { token: ada.token });
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="statement_2026-10-01_now.csv"');
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const bytes = await fetch(`${server.address}/api/users/statement.csv`, {
        headers: { authorization: `Bearer ${ada.token}` },
      }).then((response) => response.arrayBuffer());
      expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      expect(answer.text.replace("\ufeff", "").split("\r\n")).toEqual([
        '"Time (Lagos)","What","Lot","Reference","Note","In (NGN)","Out (NGN)","Balance (NGN)","Cause"',
        `"2026-10-01 00:00:00","Deposit for a won lot","'=HYPERLINK(""http://evil"")","","","",2000.00,8000.00,"win-deposit"`,
        '"2026-10-15 13:00:00","Added by our team","","","Cash at the desk",0.50,"",8000.50,"admin add"',
        '"2026-10-31 23:59:59","Withdrawal to a bank account","","","","",3000.00,5000.50,"withdrawal"',
        '"2026-11-01 00:00:00","Penalty: win not paid","","","","",9000.00,-3999.50,"win-forfeit"',
        `"2026-11-02 11:00:00","'=1+1","","","'-2",0.07,"",-3999.43,"'=1+1"`,
        "",
      ]);
    });
  });

  describe("the PDF file", () => {
    it("has the period, the sums and every entry, over several pages", async () => {
      const many = Array.from({ length: 60 }, (_, i) => ({
        at: new Date(Date.UTC(2026, 9, 2, 8, i)).toISOString(),
        cause: "admin add",
        amountMinor: 100 + i,
        note: `note ${i}`,
      }));
      const ada = await person([...autumn().slice(0, 1), ...many]);
      const answer = await fetch(`${server.address}/api/users/statement.pdf?from=2026-10-01&to=2026-10-31`, {
        headers: { authorization: `Bearer ${ada.token}` },
      });
      expect(answer.headers.get("content-disposition")).toBe(
        'attachment; filename="statement_2026-10-01_2026-10-31.pdf"',
      );
      const { pages, text } = await pdfText(new Uint8Array(await answer.arrayBuffer()));
      expect(pages).toBe(3);
      for (const words of [
        "1 Oct 2026 to 31 Oct 2026",
        ada.username,
        "Opening balance",
        "₦10,000.00",
        "Money in",
        "₦77.70",
        "Closing balance",
        "₦10,077.70",
        "Page 3 of 3",
        "+₦1.59",
        "2 Oct 2026",
        "09:59",
      ]) {
        expect(text).toContain(words);
      }
      for (let i = 0; i < 60; i++) expect(text).toContain(`note ${i} `);
    });

    it("is refused for more than 2,000 entries, with an alternative", async () => {
      const at = "2026-10-02T08:00:00.000Z";
      const ada = await person(Array.from({ length: 2_001 }, () => ({ at, cause: "payment", amountMinor: 1 })));
      const { status, body } = await server.api("GET", "/api/users/statement.pdf", { token: ada.token });
      expect([status, body.code, body.message]).toEqual([
        400,
        "INVALID",
        "A PDF file has at most 2,000 entries. Choose a shorter period, or take the CSV file.",
      ]);
    });
  });

  describe("a statement with 100,000 entries", () => {
    let busy: Person;
    beforeAll(async () => {
      busy = await makePerson(server, "busy");
      for (const { id } of [busy, await makePerson(server, "busy-too")]) {
        await emptyLedger(server, id);
        // In parts, each of which ends within the time of one statement on a busy machine too.
        for (let from = 1; from < 100_000; from += 2_500) {
          await server.query(
            `insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
             select gen_random_uuid(), $1::text::uuid, 1, i, 'payment', timestamptz '2020-01-01' + i * interval '30 minutes'
             from generate_series($2::text::int, $2::text::int + 2499) i`,
            [id, String(from)],
          );
        }
        await server.query("update users set balance_minor = 100000 where id = $1::text::uuid", [id]);
      }
      // So the plan does not depend on when autovacuum analyzed the table.
      await server.query("analyze ledger_entries");
    }, 300_000);

    it("reads any page along the index of owner and time, and no more rows than necessary", async () => {
      const text = `select id from ledger_entries where user_id = '${busy.id}' order by created_at desc, id desc limit 50`;
      const plan = await server.query<{ "QUERY PLAN": string }>(`explain ${text}`);
      expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("ledger_entries_user");
      for (const [page, first] of [
        [1, 1_000],
        [1_000, 500.5],
        [2_000, 0.5],
      ] as const) {
        const body = await read(busy, `?page=${page}`);
        expect([body.total, body.entries.length, body.entries[0].balance]).toEqual([100_000, 50, first]);
      }
    });

    it("streams all of them as one CSV file", async () => {
      const { text } = await server.api("GET", "/api/users/statement.csv", { token: busy.token });
      const lines = text.trim().split("\r\n");
      expect(lines).toHaveLength(100_001);
      expect(lines.at(-1)).toContain(",1000.00,");
    }, 60_000);
  });
});
