// Tests takings on one database: the sums against a random history that the test adds up itself, the borders of days in
// Lagos, lots that are left out, and the parts of the file.
import { randomUUID } from "node:crypto";
import type { Currency, ExchangeRates } from "@jara/shared/money";
import { type PaymentMethod, paymentMethods } from "@jara/shared/rest/settlements";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { postingCauses } from "../../src/auction/settlement/postings.ts";
import { paymentsOfPeriod, readTakings, type TakingsScope } from "../../src/features/settlements/takings.ts";
import type { TestDatabase } from "../support/with-database.ts";

const rates: ExchangeRates = { NGN_TO_USD: 1 / 800, USD_TO_NGN: 800 };
const HOUR = 60 * 60 * 1000;
/** A day in Lagos of its own for each run, so that runs do not meet. */
let days = 0;
const nextDay = (): string => new Date(Date.UTC(2031, 0, 1 + 10 * ++days)).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000+01:00`);
const at = (ms: number): string => new Date(ms).toISOString();

/** Hours after the day's start in Lagos: some before it, some after its end. */
const hours = fc.integer({ min: -30 * 60, max: 54 * 60 }).map((minutes) => minutes / 60);
const kobo = fc.integer({ min: 1, max: 5_000_000_00 });
const aPayment = fc.record({
  hour: hours,
  amount: kobo,
  method: fc.constantFrom(...paymentMethods),
  isDollar: fc.boolean(),
  reversedHour: fc.option(hours, { nil: null }),
});
const anEntry = fc.record({ hour: hours, amount: kobo, cause: fc.constantFrom(...postingCauses) });
const history = fc.record({
  payments: fc.array(aPayment, { maxLength: 25 }),
  entries: fc.array(anEntry, { maxLength: 25 }),
  withdrawals: fc.array(fc.record({ hour: hours, amount: kobo }), { maxLength: 5 }),
});

export const takingsContract = (test: TestDatabase): void => {
  const sql = (text: string, params: unknown[] = []) => test.database.query(text, params as string[]);

  const makePerson = async (): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into users (id, username, username_verdict, email, balance_minor, created_at)
       values ($1::text::uuid, $2, 'ok', $2 || '@people.test', 0, now())`,
      [id, `p${id.slice(0, 12)}`],
    );
    return id;
  };
  const makeLot = async (seller: string, currency: Currency): Promise<string> => {
    const id = randomUUID();
    await sql(lotStatement, [id, seller, currency]);
    return id;
  };
  const world = async () => {
    const payer = await makePerson();
    return { payer, lots: { NGN: await makeLot(payer, "NGN"), USD: await makeLot(payer, "USD") } };
  };
  type World = Awaited<ReturnType<typeof world>>;

  const pay = async (
    { payer, lots }: World,
    {
      ms,
      amount,
      ngn = amount,
      method = "cash",
      isDollar = false,
      reversedMs = null,
      ofPayment = null,
    }: {
      ms: number;
      amount: number;
      ngn?: number;
      method?: PaymentMethod;
      isDollar?: boolean;
      reversedMs?: number | null;
      /** The payment of several lots that it is a part of. */
      ofPayment?: string | null;
    },
  ): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into payments (id, settlement_id, auction_id, payer_id, method, amount_minor, ngn_minor, reference,
         created_at, reversed_at, invoice_payment_id)
       values ($1::text::uuid, gen_random_uuid(), $2::text::uuid, $3::text::uuid, $4, $5::text::bigint,
         $6::text::bigint, $1, $7::text::timestamptz, $8::text::timestamptz, $9::text::uuid)`,
      [
        id,
        isDollar ? lots.USD : lots.NGN,
        payer,
        method,
        String(amount),
        String(ngn),
        at(ms),
        reversedMs === null ? null : at(reversedMs),
        ofPayment,
      ],
    );
    return id;
  };
  const scopeOf = (day: string, interests: string[] = []): TakingsScope => ({ from: day, to: day, interests });
  const read = (scope: TakingsScope, page = { page: 1, limit: 100 }) => readTakings(test.database, scope, page, rates);

  describe("the sums of a day", () => {
    it("equal those of its payments, ledger entries and withdrawals, for any history", async () => {
      const people = await world();
      await fc.assert(
        fc.asyncProperty(history, async ({ payments, entries, withdrawals }) => {
          const day = nextDay();
          const start = startOf(day);
          const isIn = (hour: number | null) => hour !== null && hour >= 0 && hour < 24;
          for (const { hour, amount, method, isDollar, reversedHour } of payments) {
            await pay(people, {
              ms: start + hour * HOUR,
              amount,
              ngn: isDollar ? amount * 800 : amount,
              method,
              isDollar,
              reversedMs: reversedHour === null ? null : start + reversedHour * HOUR,
            });
          }
          for (const { hour, amount, cause } of entries) {
            await sql(
              `insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, auction_id, created_at)
               values (gen_random_uuid(), $1::text::uuid, $2::text::bigint, 0, $3, $4::text::uuid, $5::text::timestamptz)`,
              [
                people.payer,
                String(isTaken(cause) ? -amount : amount),
                cause,
                people.lots.NGN,
                at(start + hour * HOUR),
              ],
            );
          }
          for (const { hour, amount } of withdrawals) {
            await sql(withdrawalStatement, [people.payer, String(amount), at(start + hour * HOUR), randomUUID()]);
          }

          const takings = await read(scopeOf(day));
          const today = payments.filter(({ hour }) => isIn(hour));
          for (const { method, count, ngn, inCurrency } of takings.received) {
            const mine = today.filter((one) => one.method === method);
            expect([method, count, ngn, inCurrency]).toEqual([method, mine.length, ...worth(mine)]);
          }
          for (const { method, reversed: back } of takings.received) {
            const mine = payments.filter((one) => one.method === method && isIn(one.reversedHour));
            expect([method, back]).toEqual([
              method,
              { count: mine.length, ngn: worth(mine)[0], inCurrency: worth(mine)[1] },
            ]);
          }
          const reversed = payments.filter(({ reversedHour }) => isIn(reversedHour));
          expect([takings.reversed.count, takings.reversed.ngn, takings.reversed.inCurrency]).toEqual([
            reversed.length,
            ...worth(reversed),
          ]);
          const moved = (...causes: string[]) =>
            sum(entries.filter(({ hour, cause }) => isIn(hour) && causes.includes(cause)).map(({ amount }) => amount));
          expect(takings.balances).toEqual({
            depositsTaken: moved("win-deposit", "purchase-deposit"),
            depositsReturned: moved("deposit-return"),
            penaltiesKept: moved("win-forfeit", "buy-it-now-forfeit"),
            penaltiesReturned: moved("forfeit-return"),
            refunds: moved("payment-return"),
            surpluses: moved("payment-surplus"),
            takenBack: moved("payment-reversal"),
            withdrawalsPaid: sum(withdrawals.filter(({ hour }) => isIn(hour)).map(({ amount }) => amount)),
          });
          expect(takings.pagination.total).toBe(today.length);
          expect(takings.payments).toHaveLength(today.length);
          const listed = sum(takings.payments.map(({ amountNgn }) => Math.round(amountNgn * 100)));
          expect(listed).toBe(sum(takings.received.map(({ ngn }) => Math.round(ngn * 100))));
        }),
        { numRuns: 15 },
      );
    }, 120_000);

    it("cover the day in Lagos, which begins an hour before the day in UTC", async () => {
      const people = await world();
      const day = nextDay();
      const first = await pay(people, { ms: Date.parse(`${day}T00:00:00.000Z`) - HOUR, amount: 100 });
      const last = await pay(people, { ms: Date.parse(`${day}T23:00:00.000Z`) - 1, amount: 200 });
      await pay(people, { ms: Date.parse(`${day}T00:00:00.000Z`) - HOUR - 1, amount: 400 });
      await pay(people, { ms: Date.parse(`${day}T23:00:00.000Z`), amount: 800 });
      const { payments } = await read(scopeOf(day));
      expect(payments.map(({ _id }) => _id)).toEqual([last, first]);
    });

    it("omit lots in which the administrator has an interest, and say so", async () => {
      const people = await world();
      const day = nextDay();
      await pay(people, { ms: startOf(day), amount: 100 });
      await pay(people, { ms: startOf(day), amount: 50, ngn: 40_000, isDollar: true });
      const all = await read(scopeOf(day));
      const some = await read(scopeOf(day, [people.lots.USD]));
      expect([all.isPartial, all.payments.length]).toEqual([false, 2]);
      expect([some.isPartial, some.payments.length]).toEqual([true, 1]);
      expect(some.received.find(({ method }) => method === "cash")).toMatchObject({ count: 1, ngn: 1 });
    });
  });

  describe("the sum of amounts that are due", () => {
    it("has the rest of open wins and purchases in each currency, and the overdue part", async () => {
      const people = await world();
      const before = await read(scopeOf(nextDay()));
      const lots = { a: await makeLot(people.payer, "NGN"), b: await makeLot(people.payer, "USD") };
      await sql(
        `insert into settlements (id, auction_id, winner_id, amount_minor, deposit_minor, deposit_worth_minor, paid_minor,
           status, due_at, created_at, closed_at)
         values (gen_random_uuid(), $1::text::uuid, $3::text::uuid, 1000000, 200000, 200000, 300000, 'open',
             now() - interval '1 minute', now(), null),
           (gen_random_uuid(), $2::text::uuid, $3::text::uuid, 10000, 0, 0, 2500, 'open', now() + interval '1 day', now(),
             null),
           (gen_random_uuid(), $1::text::uuid, $3::text::uuid, 70000, 0, 0, 0, 'waived', now(), now(), now())`,
        [lots.a, lots.b, people.payer],
      );
      await sql(
        `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 100000, 5000, 'pending', now() + interval '1 hour', now())`,
        [await makeLot(people.payer, "NGN"), people.payer],
      );
      const after = await read(scopeOf(nextDay()));
      expect(after.due.count - before.due.count).toBe(3);
      expect(after.due.inCurrency.NGN - before.due.inCurrency.NGN).toBeCloseTo(5000 + 1050, 2);
      expect(after.due.inCurrency.USD - before.due.inCurrency.USD).toBeCloseTo(75, 2);
      expect(after.due.ngn - before.due.ngn).toBeCloseTo(6050 + 75 * 800, 2);
      expect(after.overdue.count - before.overdue.count).toBe(1);
      expect(after.overdue.ngn - before.overdue.ngn).toBeCloseTo(5000, 2);
    });
  });

  describe("the payments", () => {
    it("come newest first in pages, and oldest first in portions, each once", async () => {
      const people = await world();
      const day = nextDay();
      const made: string[] = [];
      // Some at the same moment, so that the ids decide.
      for (let n = 0; n < 9; n++)
        made.push(await pay(people, { ms: startOf(day) + Math.floor(n / 3) * HOUR, amount: n + 1 }));
      const pages = [];
      for (let page = 1; page <= 5; page++) pages.push(...(await read(scopeOf(day), { page, limit: 2 })).payments);
      const file: string[] = [];
      for await (const part of paymentsOfPeriod(test.database, scopeOf(day), 2)) file.push(...part.map(({ id }) => id));
      expect([...file].sort()).toEqual([...made].sort());
      expect(pages.map(({ _id }) => _id)).toEqual(file.toReversed());
    });

    it("of several lots count once, and stand on one page with all of their parts", async () => {
      const people = await world();
      const day = nextDay();
      const whole = randomUUID();
      const ms = startOf(day);
      const newer = await pay(people, { ms: ms + HOUR, amount: 1 });
      const parts: string[] = [];
      for (const amount of [2, 3, 4]) parts.push(await pay(people, { ms, amount, ofPayment: whole }));
      await pay(people, { ms: ms - 1, amount: 8 });
      parts.push(await pay(people, { ms, amount: 5, reversedMs: ms + HOUR, ofPayment: whole }));
      const [first, second] = [
        await read(scopeOf(day), { page: 1, limit: 1 }),
        await read(scopeOf(day), { page: 2, limit: 1 }),
      ];
      expect(first.payments.map(({ _id, paymentId }) => [_id, paymentId])).toEqual([[newer, newer]]);
      expect(second.payments.map(({ _id }) => _id).sort()).toEqual(parts.toSorted());
      expect(new Set(second.payments.map(({ paymentId }) => paymentId))).toEqual(new Set([whole]));
      expect(second.pagination).toMatchObject({ total: 2, pages: 2 });
      const cash = second.received.find(({ method }) => method === "cash");
      expect(cash).toMatchObject({ count: 2, ngn: 0.15, reversed: { count: 1, ngn: 0.05 } });
    });
  });
};

const isTaken = (cause: (typeof postingCauses)[number]): boolean =>
  ["win-deposit", "purchase-deposit", "payment", "win-forfeit", "buy-it-now-forfeit"].includes(cause);

const sum = (minor: readonly number[]): number => minor.reduce((total, one) => total + one, 0) / 100;
const worth = (paid: readonly { amount: number; isDollar: boolean }[]) => {
  const of = (isDollar: boolean) => sum(paid.filter((one) => one.isDollar === isDollar).map(({ amount }) => amount));
  const ngn = sum(paid.map(({ amount, isDollar }) => (isDollar ? amount * 800 : amount)));
  return [ngn, { NGN: of(false), USD: of(true) }] as const;
};

const withdrawalStatement = `
  with account as (
    insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
      usable_at)
    values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', $4, 'OKAFOR ADA', false, now(), now())
    returning id
  )
  insert into withdrawals (id, user_id, bank_account_id, amount_minor, status, reference, is_sandbox, created_at, closed_at)
  select gen_random_uuid(), $1::text::uuid, id, $2::text::bigint, 'paid', $4, false, $3::text::timestamptz,
    $3::text::timestamptz
  from account`;

const lotStatement = `
  insert into auctions (id, seller_id, title, description, categories, condition, media, currency, starting_price_minor,
    increment_minor, status, price_minor, ends_at, version, revision, created_at, updated_at)
  values ($1::text::uuid, $2::text::uuid, 'A drum', '', '{other}', 'good', '[]', $3, 100, 100, 'ended', 100, now(), 1, 1,
    now(), now())`;
