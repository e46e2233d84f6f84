// Tests the numbering of receipts.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ReceiptFacts } from "../../src/auction/settlement/receipt-facts.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { startReceiptJob } from "../../src/features/receipts/receipt-job.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { writeReceipt } from "../support/given-receipts.ts";
import { seedAuction, seedPeople, seedUsers } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

interface NumberedRow extends Record<string, unknown> {
  id: string;
  series: string;
  year: number | null;
  number: number | null;
}

export const numberReceiptsContract = (test: TestDatabase): void => {
  beforeEach(async () => {
    for (const table of ["receipts", "receipt_numbers", "outbox"]) await test.database.query(`delete from ${table}`);
  });

  const rows = (): Promise<NumberedRow[]> =>
    test.database.query<NumberedRow>("select id, series, year, number from receipts order by created_at, id");
  /** Each series and year has 1 … n, and its counter stands at n. */
  const expectGapless = async (): Promise<Record<string, number>> => {
    const all = await rows();
    const counts: Record<string, number> = {};
    for (const { series, year } of all) counts[`${series} ${year}`] = (counts[`${series} ${year}`] ?? 0) + 1;
    for (const [key, size] of Object.entries(counts)) {
      const numbers = all.filter(({ series, year }) => `${series} ${year}` === key).map(({ number }) => number);
      expect(numbers.sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: size }, (_, i) => i + 1));
    }
    const counters = await test.database.query<{ key: string; last: number }>(
      "select series || ' ' || year as key, last from receipt_numbers",
    );
    expect(Object.fromEntries(counters.map(({ key, last }) => [key, last]))).toEqual(counts);
    return counts;
  };
  const node = (database: Database) => {
    const log = { failed: 0 };
    const job = startReceiptJob({ database, log: { warn: () => void log.failed++ }, everyMs: 20 });
    onTestFinished(() => job.stop());
    return { ...job, log };
  };
  const untilNumbered = () =>
    vi.waitFor(async () => expect((await rows()).filter(({ number }) => number === null)).toEqual([]), {
      timeout: 45_000,
      interval: 50,
    });

  it("numbers each series separately, in the order of the rows, and continues after the last number", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    const write = (kind: "payment" | "credit-note") => writeReceipt(database, { userId: ada.id, facts: { kind } });
    const first = [await write("payment"), await write("credit-note"), await write("payment")];
    expect(await numberReceipts(database)).toBe(3);
    const next = [await write("payment"), await write("credit-note")];
    expect(await numberReceipts(database)).toBe(2);
    expect(await numberReceipts(database)).toBe(0);
    const numbers = new Map((await rows()).map(({ id, series, number }) => [id, `${series}${number}`]));
    expect([...first, ...next].map((id) => numbers.get(id))).toEqual(["R1", "C1", "R2", "R3", "C2"]);
    await expectGapless();
  });

  it("numbers a limited number of rows at once, the oldest first", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    for (let i = 0; i < 5; i++) await writeReceipt(database, { userId: ada.id });
    expect(await numberReceipts(database, 2)).toBe(2);
    expect((await rows()).map(({ number }) => number)).toEqual([1, 2, null, null, null]);
  });

  it("starts again at 1 with the year in Lagos, an hour before the year in UTC", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    const at = async (iso: string) => {
      const id = await writeReceipt(database, { userId: ada.id });
      await numberReceipts(database, 100, sql`${iso}::timestamptz`);
      const row = (await rows()).find((one) => one.id === id);
      return [row?.year, row?.number];
    };
    expect(await at("2026-12-31T22:59:59.998Z")).toEqual([2026, 1]);
    expect(await at("2026-12-31T22:59:59.999Z")).toEqual([2026, 2]);
    expect(await at("2026-12-31T23:00:00.000Z")).toEqual([2027, 1]);
    // A node whose statement began before midnight.
    expect(await at("2026-12-31T22:59:59.999Z")).toEqual([2026, 3]);
    expect(await at("2027-01-01T00:00:00.000Z")).toEqual([2027, 2]);
    expect(await expectGapless()).toEqual({ "R 2026": 3, "R 2027": 2 });
  });

  it("stores the present names and addresses, and queues one mail with the receipt's number and lot", async () => {
    const { database } = test;
    const { admin, ada } = await seedPeople(database);
    const auction = await seedAuction(database, admin);
    await database.query(
      `update users set first_name = 'Adaeze', last_name = ' Ọkọńkwọ', street = '12 Allen Avenue', city = 'Ikeja', state = 'Lagos',
         zip_code = '', country = 'Nigeria' where id = $1::text::uuid`,
      [ada.id],
    );
    const id = await writeReceipt(database, {
      userId: ada.id,
      auctionId: auction.id,
      facts: { title: "A lot", amountMinor: 40_000_050 as never },
    });
    await numberReceipts(database);
    await database.query("update users set first_name = 'Somebody' where id = $1::text::uuid", [ada.id]);
    await numberReceipts(database);
    const [row] = await database.query("select people, number, year from receipts where id = $1::text::uuid", [id]);
    expect(row?.people).toEqual({
      buyer: {
        name: "Adaeze Ọkọńkwọ",
        username: ada.username,
        email: `${ada.username}@people.test`,
        address: "12 Allen Avenue, Ikeja, Lagos, Nigeria",
      },
    });
    const mails = await database.query("select kind, data, to_address, user_id, auction_id from outbox");
    expect(mails).toEqual([
      {
        kind: "receipt",
        data: {
          receiptId: id,
          number: `R-${row?.year}-000001`,
          receiptKind: "payment",
          auctionId: auction.id,
          title: "A lot",
          currency: "NGN",
          amount: 400_000.5,
        },
        to_address: `${ada.username}@people.test`,
        user_id: ada.id,
        auction_id: auction.id,
      },
    ]);
  });

  it("mails no deposit alone: the next mail about its lot carries its receipt, once", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    const settlementId = randomUUID();
    const write = (facts: Partial<ReceiptFacts>) => writeReceipt(database, { userId: ada.id, settlementId, facts });
    const deposit = await write({ method: "deposit", reference: null });
    expect(await numberReceipts(database)).toBe(1);
    const mails = () =>
      database.query(
        "select data ->> 'receiptId' as id, data -> 'deposits' as deposits from outbox order by created_at",
      );
    expect(await mails()).toEqual([]);
    const paid = [
      await write({}),
      await write({ kind: "refund", method: "balance", reason: "More came than was due." }),
    ];
    expect(await numberReceipts(database)).toBe(2);
    const carried = [{ receiptId: deposit, number: expect.stringMatching(/^R-\d{4}-000001$/) }];
    expect(await mails()).toEqual([
      { id: paid[0], deposits: carried },
      { id: paid[1], deposits: null },
    ]);
    const later = await write({ kind: "credit-note" });
    expect(await numberReceipts(database)).toBe(1);
    expect((await mails()).at(-1)).toEqual({ id: later, deposits: null });
  });

  it("says in the mail of a refund how many naira are back in the balance, and why", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    const facts = { kind: "refund", reason: "You had already paid.", ngnMinor: 40_000_050 as never } as const;
    await writeReceipt(database, { userId: ada.id, facts });
    await numberReceipts(database);
    const [mail] = await database.query("select data->'back' as back from outbox");
    expect(mail?.back).toEqual({ ngn: 400_000.5, why: "You had already paid." });
  });

  it("numbers a row soon after it is woken, and without being woken", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    const slow = startReceiptJob({ database, log: { warn: () => {} }, everyMs: 60_000 });
    onTestFinished(() => slow.stop());
    await writeReceipt(database, { userId: ada.id });
    database.wake("receipts");
    await untilNumbered();
    await slow.stop();
    node(database);
    await writeReceipt(database, { userId: ada.id });
    await untilNumbered();
  });

  describe("with eight nodes at once", () => {
    it("gives each row one number while rows arrive, without a gap or a repetition", async () => {
      const { database } = test;
      const { ada } = await seedUsers(database, { ada: {} });
      const nodes = await Promise.all(Array.from({ length: 8 }, async () => node(await test.openAnother())));
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; i < 75; i++) {
          const kind = (i + writer) % 5 === 0 ? "credit-note" : "payment";
          await writeReceipt(database, { userId: ada.id, facts: { kind } });
          if (i % 10 === 0) nodes[writer]?.wake();
        }
      });
      await Promise.all(writers);
      await untilNumbered();
      const counts = Object.values(await expectGapless());
      expect(counts.sort((a, b) => a - b)).toEqual([60, 240]);
      const [mails] = await database.query<{ all: number; receipts: number }>(
        "select count(*)::int as all, count(distinct data ->> 'receiptId')::int as receipts from outbox",
      );
      expect(mails).toEqual({ all: 300, receipts: 300 });
      expect(nodes.map(({ log }) => log.failed)).toEqual(nodes.map(() => 0));
    }, 60_000);
  });

  killedBackend(test, { node, untilNumbered, expectGapless });
};

/** A backend that dies in the middle of the statement, with rows and the counter in its hands. */
const killedBackend = (
  test: TestDatabase,
  {
    node,
    untilNumbered,
    expectGapless,
  }: {
    node(database: Database): { readonly log: { failed: number } };
    untilNumbered(): Promise<unknown>;
    expectGapless(): Promise<Record<string, number>>;
  },
): void => {
  it("reuses the numbers of a backend that is killed during its statement", async () => {
    const { database } = test;
    const { ada } = await seedUsers(database, { ada: {} });
    await writeReceipt(database, { userId: ada.id });
    expect(await numberReceipts(database)).toBe(1);
    const { default: postgres } = await import("postgres");
    const holder = postgres(test.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => holder.end());
    // The mails are the last part of the statement, so it stops there with its rows and the counter in its hands.
    await holder.unsafe(
      `create function wait_for_test() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
       create trigger wait_for_test before insert on outbox for each row execute function wait_for_test()`,
    );
    const killed = new Set<number>();
    await holder.begin(async (held) => {
      await held`select pg_advisory_xact_lock(4711)`;
      for (let i = 0; i < 250; i++) await writeReceipt(database, { userId: ada.id });
      const nodes = await Promise.all(Array.from({ length: 8 }, async () => node(await test.openAnother())));
      for (let round = 0; round < 3; round++) {
        await vi.waitFor(
          async () => {
            const gone = await held<{ pid: number }[]>`
              select pid, pg_terminate_backend(pid) from pg_locks
              where locktype = 'advisory' and objid = 4711 and not granted
                and database = (select oid from pg_database where datname = current_database())`;
            for (const { pid } of gone) killed.add(pid);
            expect(killed.size).toBeGreaterThan(round);
          },
          { timeout: 45_000, interval: 50 },
        );
      }
      await vi.waitFor(() => expect(nodes.some(({ log }) => log.failed > 0)).toBe(true), { timeout: 45_000 });
    });
    expect(killed.size).toBeGreaterThan(2);
    await untilNumbered();
    expect(Object.values(await expectGapless())).toEqual([251]);
    const [mails] = await database.query<{ all: number }>("select count(*)::int as all from outbox");
    expect(mails?.all).toBe(251);
  }, 60_000);
};
