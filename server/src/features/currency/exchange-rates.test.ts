import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asRate, type RatesProvider, startRatesProvider } from "../../../test/support/rates-provider.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { createRatesKeeper, type RatesKeeper, type RateTimes } from "./exchange-rates.ts";
import { confirmRate, loadRateState } from "./rate-candidates.ts";

const HOUR = 3_600_000;
/** Polls all the time and fetches rates that are an hour old. `never` is longer than a test. */
const eager: RateTimes = { fetchAfterMs: HOUR, lookEveryMs: 10, retryAfterMs: 0, timeoutMs: 5000 };
const never = 24 * HOUR;

describe("the exchange rates", () => {
  const held = withDatabase();
  let provider: RatesProvider;
  let keepers: RatesKeeper[] = [];
  let lines: { level: string; text: string }[] = [];

  beforeEach(async () => {
    provider = await startRatesProvider();
    lines = [];
    await nothingStored();
    // An earlier rate that is close to the provider's 1,500.
    await held.database.query(
      "insert into exchange_rates values (1, 1.0 / 1450, 1450, clock_timestamp() - interval '2 hours')",
    );
  });
  afterEach(async () => {
    await Promise.all(keepers.map((keeper) => keeper.stop()));
    keepers = [];
    await provider.close();
  });

  const keep = async (times: Partial<RateTimes> = {}, url: string | null = provider.url): Promise<RatesKeeper> => {
    const write = (level: string) => (details: object, message: string) =>
      void lines.push({ level, text: `${message} ${JSON.stringify(details)}` });
    const log = { info: write("info"), warn: write("warn") };
    const keeper = createRatesKeeper({ database: held.database, url, log, times: { ...eager, ...times } });
    keepers.push(keeper);
    await keeper.start();
    return keeper;
  };
  const until = (check: () => void) => vi.waitFor(check, { timeout: 45_000, interval: 5 });
  const untilDollarIs = (keeper: RatesKeeper, naira: number) =>
    until(() => expect(keeper.current()).toEqual({ NGN_TO_USD: 1 / naira, USD_TO_NGN: naira }));
  const untilWarned = (words: RegExp) =>
    until(() =>
      expect(lines.filter(({ level }) => level === "warn").map(({ text }) => text)).toContainEqual(
        expect.stringMatching(words),
      ),
    );
  const nothingStored = async () => {
    for (const table of ["exchange_rates", "accepted_rates"]) await held.database.query(`delete from ${table}`);
  };
  const age = (interval: string) =>
    held.database.query(
      `update exchange_rates set (fetched_at, asked_at) =
         (select at, at from (select clock_timestamp() - interval '${interval}' as at) as moment)`,
    );

  it("are the fallback without a provider, whatever an earlier configuration stored", async () => {
    await untilDollarIs(await keep(), 1500);
    expect((await keep({}, null)).current()).toEqual(fallbackRates);
  });

  it("are fetched at the start, and again when they are an hour old", async () => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    expect(provider.requests).toBe(1);
    provider.answer = asRate(1520.3);
    await age("61 minutes");
    await untilDollarIs(keeper, 1520.3);
    expect(provider.requests).toBe(2);
    expect(lines.filter(({ level }) => level === "warn")).toEqual([]);
  });

  it.each([
    ["rates with a base", { base: "USD", rates: { EUR: 0.9, NGN: 1400 } }],
    ["conversion_rates", { result: "success", base_code: "USD", conversion_rates: { NGN: 1400, USD: 1 } }],
  ])("are read as %s", async (_name, body) => {
    provider.answer = { body: JSON.stringify(body) };
    await untilDollarIs(await keep(), 1400);
  });

  it("are shared, so that another node and a restart have them without asking the provider", async () => {
    await untilDollarIs(await keep({ lookEveryMs: never }), 1500);
    await provider.close();
    const other = await keep({ lookEveryMs: never });
    expect(other.current().USD_TO_NGN).toBe(1500);
    expect(provider.requests).toBe(1);
    await provider.open();
  });

  it("reach a node that did not fetch them", async () => {
    const listener = await keep();
    await untilDollarIs(listener, 1500);
    await held.database.query("update exchange_rates set usd_to_ngn = 1600, ngn_to_usd = 1.0 / 1600");
    await untilDollarIs(listener, 1600);
    expect(provider.requests).toBe(1);
  });

  it("are the fallback while the provider is down at the first start, and the provider's once it answers", async () => {
    await nothingStored();
    provider.answer = asRate(900);
    await provider.close();
    const keeper = await keep();
    expect(keeper.current()).toEqual(fallbackRates);
    await untilWarned(/ECONNREFUSED/);
    expect(keeper.current()).toEqual(fallbackRates);
    await provider.open();
    await untilDollarIs(keeper, 900);
  });

  it("do not delay the start if the provider never answers", async () => {
    await nothingStored();
    provider.answer = null;
    const keeper = await keep({ timeoutMs: 50 });
    await untilWarned(/timeout/);
    expect(keeper.current()).toEqual(fallbackRates);
    provider.answer = asRate(900);
    await untilDollarIs(keeper, 900);
  });

  it.each([
    ["an error", { status: 500, body: JSON.stringify({ rates: { NGN: 1400 } }) }, /answered 500/],
    ["broken JSON", { body: '{"rates": {"NGN": 14' }, /not JSON/],
    ["a page", { body: "<html>1400</html>" }, /not JSON/],
    ["too much", { body: `{"rates":{"NGN":1400},"more":"${"x".repeat(1024 * 1024)}"}` }, /too long/],
    ["a rate as text", { body: '{"rates": {"NGN": "1400"}}' }, /not a rate/],
    ["no naira", { body: '{"rates": {"EUR": 0.9}}' }, /not a rate/],
    ["nothing", { body: "{}" }, /no rate for NGN/],
    ["null", { body: "null" }, /not a rate/],
    ["another base", { body: '{"base": "EUR", "rates": {"NGN": 1400}}' }, /not a rate/],
    ["zero", asRate(0), /not a rate/],
    ["less than nothing", asRate(-1400), /not a rate/],
    ["a rate upside down", asRate(0.0007), /not a rate/],
    ["a rate beyond a million", asRate(1_000_001), /not a rate/],
    ["infinity", { body: '{"rates": {"NGN": 1e999}}' }, /not a rate/],
    ["not a number", { body: '{"rates": {"NGN": NaN}}' }, /not JSON/],
    ["one naira for a dollar", asRate(1), /waits for an administrator .*"standing":1500,"fetched":1/],
    ["a rate more than a fifth lower", asRate(1199.99), /waits for an administrator/],
    ["a rate more than a fifth higher", asRate(1800.01), /waits for an administrator/],
  ])("stay unchanged if the provider answers %s", async (_name, answer, reason) => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    provider.answer = answer;
    await age("2 hours");
    await untilWarned(reason);
    expect(keeper.current().USD_TO_NGN).toBe(1500);
    // The keeper recovers with the next fetch.
    provider.answer = asRate(1510);
    await age("2 hours");
    await untilDollarIs(keeper, 1510);
  });

  it("stay unchanged while another rate waits for a confirmation, which is requested hourly and logged once", async () => {
    provider.answer = asRate(1);
    const keeper = await keep();
    await untilWarned(/waits for an administrator/);
    const other = await keep();
    for (let look = 0; look < 5; look += 1) await keeper.refresh();
    expect(provider.requests).toBe(1);
    await age("61 minutes");
    await until(() => expect(provider.requests).toBeGreaterThanOrEqual(2));
    expect([keeper, other].map((one) => one.current().USD_TO_NGN)).toEqual([1450, 1450]);
    expect(lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it("become what an administrator confirmed, on every node and after a restart", async () => {
    provider.answer = asRate(4000);
    const keeper = await keep();
    const other = await keep();
    await untilWarned(/waits for an administrator/);
    const adminId = randomUUID();
    await held.database.query(
      `insert into users (id, username, email, role, email_verified_at, created_at)
       values ('${adminId}', 'chief', 'chief@people.test', 'admin', now(), now())`,
    );
    const { candidate } = await loadRateState(held.database);
    expect(await confirmRate(held.database, adminId, candidate?._id ?? "")).toBe("done");
    await keeper.refresh();
    expect(keeper.current().USD_TO_NGN).toBe(4000);
    await untilDollarIs(other, 4000);
    expect((await keep({ lookEveryMs: never })).current().USD_TO_NGN).toBe(4000);
  });

  it("stay in use when they are older than two days, and the log warns", async () => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    provider.answer = { status: 503, body: "" };
    await age("49 hours");
    await untilWarned(/are old .*"hours":49/);
    expect(keeper.current().USD_TO_NGN).toBe(1500);
  });

  it("are fetched again some time after a failure, and the log has no key", async () => {
    provider.answer = { status: 429, body: "" };
    await keep({ retryAfterMs: never });
    await untilWarned(/answered 429/);
    // The keeper still polls (each poll takes over what is stored), but makes no requests.
    const [waiting] = keepers;
    await held.database.query(
      "update exchange_rates set usd_to_ngn = 1700, fetched_at = clock_timestamp() - interval '3 hours'",
    );
    await until(() => expect(waiting?.current().USD_TO_NGN).toBe(1700));
    expect(provider.requests).toBe(1);
    expect(JSON.stringify(lines)).not.toContain("secret-of-the-provider");
  });

  it("stop updating at once when they are stopped, also during a request", async () => {
    provider.answer = null;
    const keeper = await keep({ timeoutMs: never });
    await until(() => expect(provider.requests).toBe(1));
    await keeper.stop();
    expect(lines).toEqual([]);
  });
});
