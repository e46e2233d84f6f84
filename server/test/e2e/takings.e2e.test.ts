// Tests takings and their files over REST: the figures and the exported rows agree with real payments.
import { randomUUID } from "node:crypto";
import { type Settlement, settlementsAnswer } from "@jara/shared/rest/settlements";
import { takingsAnswer } from "@jara/shared/rest/takings";
import { ledgerAnswer } from "@jara/shared/rest/users";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Person } from "../support/e2e-people.ts";
import { expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("The books", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  beforeEachWithSettlements(
    (world) => {
      ({ server, steps, ada } = world);
    },
    { because: "it adds up all money of the site" },
  );

  const get = (path: string, person = steps.admin) => server.api("GET", path, { token: person.token });
  const takings = async (query = "", person = steps.admin) => {
    const body = await steps.done(get(`/api/admin/takings${query}`, person));
    expectShape(takingsAnswer, body);
    return takingsAnswer.parse(body);
  };
  const rowsOf = (csv: string): string[] => csv.trimEnd().split("\r\n");

  const account = ({ id }: Person) =>
    server.query(
      `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
         usable_at)
       values ($1::text::uuid, $2::text::uuid, '057', 'Zenith Bank', '0123456780', 'OKAFOR ADA', true, now(), now())`,
      [randomUUID(), id],
    );
  /** Approves the withdrawals that wait, until the bank has paid them. Returns NGN kobo. */
  const payOut = async ({ id }: Person): Promise<number> => {
    const waiting = await server.query<{ id: string; kobo: number }>(
      `select id, amount_minor::float8 as kobo from withdrawals where user_id = $1::text::uuid and status = 'requested'`,
      [id],
    );
    for (const one of waiting) {
      await steps.done(server.api("POST", `/api/admin/withdrawals/${one.id}/approve`, { token: steps.admin.token }));
      const paid = () => server.query("select status from withdrawals where id = $1::text::uuid", [one.id]);
      await expect.poll(paid).toEqual([{ status: "paid" }]);
    }
    return waiting.reduce((sum, { kobo }) => sum + kobo, 0);
  };

  describe("the takings", () => {
    it("count partial payments, the rest and a reversal, and change by the amount paid", async () => {
      const before = await takings();
      const { settlement } = await steps.won([[ada, 10_000]]);
      const path = `settlements/${settlement._id}`;
      await steps.done(steps.post(`${path}/payments`, { method: "transfer", amount: 3000.5, reference: "GTB 7781" }));
      const part = await takings();
      expect(part.due.ngn - before.due.ngn).toBeCloseTo(4999.5, 2);
      await steps.done(steps.post(`${path}/payments`, { method: "balance" }, { person: ada }));
      const paid = await takings();
      const of = (read: typeof paid, method: string) => read.received.find((one) => one.method === method)?.ngn ?? 0;
      expect(of(paid, "transfer") - of(before, "transfer")).toBeCloseTo(3000.5, 2);
      expect(of(paid, "balance") - of(before, "balance")).toBeCloseTo(4999.5, 2);
      expect(paid.balances.depositsTaken - before.balances.depositsTaken).toBeCloseTo(2000, 2);
      expect(paid.due).toEqual(before.due);
      await steps.done(steps.post(`${path}/reverse`, { reason: "Bounced" }));
      const after = await takings();
      expect(after.reversed.ngn - before.reversed.ngn).toBeCloseTo(8000, 2);
      expect(of(after, "transfer")).toBe(of(paid, "transfer"));
      expect(after.payments.slice(0, 2)).toMatchObject([
        { method: "balance", amount: 4999.5, payer: { _id: ada.id }, reversed: { reason: "Bounced" } },
        { method: "transfer", amount: 3000.5, reference: "GTB 7781", settlement: { reference: settlement.reference } },
      ]);
    });

    it("show all of a transfer that was more than due, with the part that went to the balance", async () => {
      const before = await takings();
      const { settlement } = await steps.won([[ada, 37_000]]);
      const body = { method: "transfer", amount: 40_000 };
      await steps.done(steps.post(`settlements/${settlement._id}/payments`, body));
      const after = await takings();
      const of = (read: typeof after) => read.received.find(({ method }) => method === "transfer");
      const grown = (key: "ngn" | "surplusNgn" | "totalNgn") => (of(after)?.[key] ?? 0) - (of(before)?.[key] ?? 0);
      expect(settlement.remaining).toBe(29_600);
      expect(grown("ngn")).toBeCloseTo(29_600, 2);
      expect(grown("surplusNgn")).toBeCloseTo(10_400, 2);
      expect(grown("totalNgn")).toBeCloseTo(40_000, 2);
      expect(after.payments[0]).toMatchObject({ method: "transfer", amountNgn: 29_600, surplusNgn: 10_400 });
    });

    it("equal what came in and went out by each method, to the kobo, for any sequence of bookings", async () => {
      const ways = ["transfer", "cash", "outside"] as const;
      const methods = [...ways, "online"] as const;
      const bookings = ["naira lot", "dollar lot", "naira for dollars"] as const;
      const refunds = ["refund to the balance", "refund by transfer"] as const;
      const step = fc.record({
        what: fc.constantFrom(...bookings, "add", "subtract", "reverse", "reverse one", ...refunds),
        way: fc.constantFrom(...ways),
        kobo: fc.integer({ min: 1_000_00, max: 9_000_00 }),
        isDollar: fc.boolean(),
      });
      const minor = (amount: number) => Math.round(amount * 100);
      const read = async () => {
        const { received, outgoing = [] } = await takings();
        const of = (rows: readonly { method: string; totalNgn?: number }[]) =>
          methods.map((one) => minor(rows.find(({ method }) => method === one)?.totalNgn ?? 0));
        return { came: of(received), went: of(outgoing) };
      };
      const added = (rows: readonly { method: string; came: number; went: number }[]) => ({
        came: methods.map((one) => rows.reduce((sum, { method, came }) => (method === one ? sum + came : sum), 0)),
        went: methods.map((one) => rows.reduce((sum, { method, went }) => (method === one ? sum + went : sum), 0)),
      });
      /** The money that came and went by each method, as the rows of the file add up. */
      const inFile = async () => {
        const [heads = [], ...rows] = rowsOf((await get("/api/admin/takings.csv")).text).map((row) => row.split(","));
        return added(
          rows.map((cells) => ({
            method: cells[2]?.replaceAll('"', "") ?? "",
            came: minor(Number(cells[heads.indexOf('"in (NGN)"')])),
            went: minor(Number(cells[heads.indexOf('"out (NGN)"')])),
          })),
        );
      };
      /** The same of the rows on the screen: the payments of all pages, and the other money. */
      const onScreen = async () => {
        const { others = [], otherCount, balances, received } = await takings();
        expect(others).toHaveLength(otherCount ?? -1);
        const rows = others.map(({ method, inNgn, outNgn }) => ({ method, came: minor(inNgn), went: minor(outNgn) }));
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const read = await takings(`?limit=100&page=${page}`);
          pages = read.pagination.pages;
          for (const { method, amountNgn, surplusNgn = 0 } of read.payments)
            rows.push({ method, came: minor(amountNgn) + minor(surplusNgn), went: 0 });
        }
        const tooMuch = received.reduce((sum, { surplusNgn = 0 }) => sum + minor(surplusNgn), 0);
        expect(tooMuch).toBe(minor(balances.surpluses));
        const paidOut = others.filter(({ kind }) => kind === "withdrawal");
        expect(paidOut.reduce((sum, { outNgn }) => sum + minor(outNgn), 0)).toBe(minor(balances.withdrawalsPaid));
        return added(rows);
      };
      const rate = server.server.engine.rates.USD_TO_NGN;
      await account(ada);
      const of = (
        what: (typeof bookings)[number] | (typeof refunds)[number] | "reverse" | "reverse one",
        isDollar = false,
      ) => {
        return { what, way: "transfer", kobo: 9_000_00, isDollar } as const;
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (sequence) => {
          const lots = {
            NGN: (await steps.won([[ada, 10_000]])).settlement._id,
            USD: (await steps.won([[ada, 1_100]], { currency: "USD" })).settlement._id,
          };
          const before = await read();
          const [came, went] = [methods.map(() => 0), methods.map(() => 0)];
          /** Naira that count for a lot, and are struck out if it is reversed. */
          const booked: Record<string, number[]> = { NGN: [0, 0, 0], USD: [0, 0, 0] };
          const add = (to: number[], at: number, kobo: number) => {
            to[at] = (to[at] ?? 0) + kobo;
          };
          for (const { what, way, kobo, isDollar } of sequence) {
            const [amount, at] = [kobo / 100, ways.indexOf(way)];
            if (what === "add" || what === "subtract") {
              const body = { balance: amount, action: what, method: way };
              const path = `/api/users/admin/balance/${ada.id}`;
              await steps.done(server.api("PUT", path, { token: steps.admin.token, body }));
              add(what === "add" ? came : went, at, kobo);
            } else if (what === "reverse") {
              const lot = isDollar ? "USD" : "NGN";
              const { status } = await steps.post(`settlements/${lots[lot]}/reverse`, { reason: "Bounced" });
              if (status !== 200) continue;
              for (const [n, sum] of (booked[lot] ?? []).entries()) add(went, n, sum);
              booked[lot] = [0, 0, 0];
            } else if (what === "reverse one") {
              const lot = isDollar ? "USD" : "NGN";
              const { payments } = await steps.detailsOf(lots[lot]);
              const [one] = payments.filter(({ reversed }) => !reversed);
              if (!one) continue;
              const asked = { reason: "Another lot's", payments: [one._id] };
              const { status } = await steps.post(`settlements/${lots[lot]}/reverse`, asked);
              if (status !== 200) continue;
              const sum = minor(one.amountNgn) + minor(one.surplusNgn ?? 0);
              const place = methods.indexOf(one.method as (typeof methods)[number]);
              add(went, place, sum);
              add(booked[lot] ?? [], place, -sum);
            } else if (what === "refund to the balance" || what === "refund by transfer") {
              // No money moves outside before the bank pays the transfer.
              const to = what === "refund by transfer" ? "transfer" : "balance";
              const path = `settlements/${lots[isDollar ? "USD" : "NGN"]}/refund`;
              const { status } = await steps.post(path, { to, reason: "Damaged" });
              if (status === 200 && to === "transfer") add(went, methods.indexOf("online"), await payOut(ada));
            } else if (way !== "outside") {
              const lot = what === "naira lot" ? "NGN" : "USD";
              const inDollars = Math.round(amount / 10);
              const given =
                what === "dollar lot" ? { amount: inDollars } : { amountNgn: lot === "USD" ? kobo : amount };
              const answer = await steps.post(`settlements/${lots[lot]}/payments`, { method: way, ...given });
              if (answer.status === 409) continue;
              expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
              const sum =
                what === "dollar lot" ? Math.floor(minor(inDollars) * rate + 1e-4) : minor(given.amountNgn ?? 0);
              add(came, at, sum);
              add(booked[lot] ?? [], at, sum);
            }
          }
          const after = await read();
          expect(after.came.map((sum, n) => sum - (before.came[n] ?? 0))).toEqual(came);
          expect(after.went.map((sum, n) => sum - (before.went[n] ?? 0))).toEqual(went);
          expect(await inFile()).toEqual(after);
          expect(await onScreen()).toEqual(after);
        }),
        {
          numRuns: 5,
          examples: [
            [[of("naira lot"), of("refund by transfer"), of("reverse")]],
            [[of("naira lot"), of("naira lot"), of("reverse one"), of("naira lot"), of("reverse one"), of("reverse")]],
            [[of("dollar lot", true), of("dollar lot", true), of("reverse one", true), of("reverse", true)]],
            [[of("dollar lot"), of("refund to the balance", true), of("naira lot"), of("refund by transfer")]],
          ],
        },
      );
    }, 60_000);

    it("show a refund as money that went out once the bank paid its transfer, and never one to the balance", async () => {
      await account(ada);
      const read = async () => {
        const { received, reversed, outgoing, balances } = await takings();
        return { received, reversed: reversed.ngn, outgoing, refunds: balances.refunds };
      };
      const refunded = async (to: "balance" | "transfer") => {
        const { settlement } = await steps.won([[ada, 10_000]]);
        await steps.done(steps.post(`settlements/${settlement._id}/payments`, { method: "cash", amount: 8000 }));
        const before = await read();
        await steps.done(steps.post(`settlements/${settlement._id}/refund`, { to, reason: "Damaged" }));
        expect(await read()).toEqual({ ...before, refunds: before.refunds + 8000 });
        return before;
      };
      await refunded("balance");
      const { outgoing: before = [] } = await refunded("transfer");
      expect(await payOut(ada)).toBe(10_000_00);
      const { outgoing = [] } = await takings();
      expect(outgoing).toEqual(
        before.map((one) =>
          one.method === "online"
            ? {
                ...one,
                paidOutNgn: one.paidOutNgn + 10_000,
                refundedNgn: (one.refundedNgn ?? 0) + 10_000,
                totalNgn: one.totalNgn + 10_000,
              }
            : one,
        ),
      );
    });

    it("cover the requested days, and refuse days in the wrong order", async () => {
      const old = await takings("?from=2001-01-01&to=2001-01-31");
      expect([old.from, old.to, old.pagination.total]).toEqual(["2001-01-01", "2001-01-31", 0]);
      expect((await takings("?to=2001-01-05")).from).toBe("2001-01-05");
      for (const bad of ["?from=2001-02-01&to=2001-01-01", "?from=yesterday", "?to=2001-13-01"]) {
        expect([bad, (await get(`/api/admin/takings${bad}`)).status]).toEqual([bad, 400]);
        expect([bad, (await get(`/api/admin/takings.csv${bad}`)).status]).toEqual([bad, 400]);
      }
    });

    it("omit lots in which the administrator has an interest, in the file too", async () => {
      const auction = await steps.newLot();
      const interested = await steps.interestedIn(auction._id, 1800);
      await steps.bid(ada, auction._id, 2000);
      await server.api("PATCH", `/api/auctions/admin/${auction._id}/status`, {
        token: steps.admin.token,
        body: { status: "ended" },
      });
      const settlement = await steps.newestOf(auction);
      await steps.done(steps.post(`settlements/${settlement._id}/payments`, { method: "cash", amount: 100 }));
      const theirs = await takings("", interested);
      expect(theirs.isPartial).toBe(true);
      expect(theirs.payments.some((payment) => payment.auction._id === auction._id)).toBe(false);
      expect((await takings()).payments.some((payment) => payment.auction._id === auction._id)).toBe(true);
      for (const path of ["/api/admin/takings.csv", "/api/settlements.csv"]) {
        expect((await get(path, interested)).text).not.toContain(auction.title);
        expect((await get(path)).text).toContain(auction.title);
      }
    });
  });

  describe("the files", () => {
    it("have amounts in their own columns, both times, and no cell that a spreadsheet would run", async () => {
      const title = `=HYPERLINK("http://bad") ${Date.now()}`;
      const { settlement } = await steps.won([[ada, 10_000]], { title });
      const body = { method: "transfer", amount: 2500.5, reference: "=1+1", note: "@SUM(A1)" };
      await steps.done(steps.post(`settlements/${settlement._id}/payments`, body));
      const answer = await get("/api/admin/takings.csv");
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="takings_\d{4}-\d\d-\d\d_/);
      const line = rowsOf(answer.text).find((row) => row.includes(settlement.reference)) ?? "";
      expect(line).toMatch(
        /^"\d{4}-\d\d-\d\dT[\d:.]+Z","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","transfer",2500\.50,"NGN",2500\.50,/,
      );
      for (const cell of ["'=1+1", "'@SUM(A1)", `'=HYPERLINK(""http://bad"")`]) expect(line).toContain(`"${cell}`);
      expect(line).toContain(`"${ada.username}"`);
      expect(line).toContain(`"${steps.admin.username}"`);

      const { text } = await get("/api/settlements.csv?status=open&kind=win");
      const owed = rowsOf(text).find((row) => row.includes(settlement.reference)) ?? "";
      expect(owed).toContain(',"NGN",10000.00,0.00,10000.00,2000.00,2000.00,2500.50,5499.50,5499.50,');
    });

    it("list settlements in the list's order, by the same filters", async () => {
      await steps.won([[ada, 2000]]);
      const { settlement: paid } = await steps.won([[ada, 3000]]);
      await steps.done(steps.post(`settlements/${paid._id}/payment-received`));
      for (const query of ["", "status=paid", `q=${ada.username}`, `q=${paid.reference}`, "q=nobody-at-all"]) {
        const body = await steps.done(get(`/api/settlements?limit=100&${query}`));
        expectShape(settlementsAnswer, body);
        const [, ...rows] = rowsOf((await get(`/api/settlements.csv?${query}`)).text);
        const references = body.settlements.map(({ reference }: Settlement) => `"${reference}"`);
        expect([query, rows.map((row) => row.split(",")[0])]).toEqual([query, references]);
      }
      expect((await get("/api/settlements.csv?status=late")).status).toBe(400);
    });
  });

  describe("a balance edit", () => {
    it("keeps its reason in the ledger once, and another reason with the same key is ignored", async () => {
      const key = crypto.randomUUID();
      const edit = (body: object) =>
        server.api("PUT", `/api/users/admin/balance/${ada.id}`, {
          token: steps.admin.token,
          headers: { "idempotency-key": key },
          body,
        });
      const body = { balance: 50.5, action: "add", reason: " Cash at the desk " };
      await steps.done(edit(body));
      await steps.done(edit({ ...body, reason: "Something else" }));
      await steps.done(edit({ balance: 50.5, action: "add" }));
      expect((await edit({ ...body, balance: 51 })).body.code).toBe("COMMAND_ID_REUSED");
      const ledger = await steps.done(get(`/api/users/admin/${ada.id}/ledger`));
      expectShape(ledgerAnswer, ledger);
      expect(ledger.entries).toMatchObject([{ amount: 50.5, note: "Cash at the desk" }, { note: null }]);
      const [action] = await server.query<{ reason: string }>(
        "select details ->> 'reason' as reason from admin_actions where user_id = $1::text::uuid and action = 'balance'",
        [ada.id],
      );
      expect(action).toEqual({ reason: "Cash at the desk" });
      for (const reason of ["x".repeat(501), 5]) {
        expect((await edit({ ...body, reason })).status).toBe(400);
      }
    });
  });
});
