import { fallbackRates } from "@jara/shared/money";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asRate, type RatesProvider, startRatesProvider } from "../../test/support/rates-provider.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { createRatesKeeper, type RatesKeeper, type RateTimes } from "./exchange-rates.ts";

const HOUR = 3_600_000;
/** Looks all the time and fetches what is an hour old; `never` waits longer than a test. */
const eager: RateTimes = { fetchAfterMs: HOUR, lookEveryMs: 10, retryAfterMs: 0, timeoutMs: 5000 };
const never = 24 * HOUR;

describe("the exchange rates", () => {
  const held = withDatabase("pglite");
  let provider: RatesProvider;
  let keepers: RatesKeeper[] = [];
  let lines: { level: string; text: string }[] = [];

  beforeEach(async () => {
    provider = await startRatesProvider();
    lines = [];
    await held.database.query("delete from exchange_rates");
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
  const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
  const untilDollarIs = (keeper: RatesKeeper, naira: number) =>
    until(() => expect(keeper.current()).toEqual({ NGN_TO_USD: 1 / naira, USD_TO_NGN: naira }));
  const untilWarned = (words: RegExp) =>
    until(() =>
      expect(lines.filter(({ level }) => level === "warn").map(({ text }) => text)).toContainEqual(
        expect.stringMatching(words),
      ),
    );
  const age = (interval: string) =>
    held.database.query(`update exchange_rates set fetched_at = clock_timestamp() - interval '${interval}'`);

  it("are the fallback without a provider, whatever was stored under an earlier configuration", async () => {
    await untilDollarIs(await keep(), 1500);
    expect((await keep({}, null)).current()).toEqual(fallbackRates);
  });

  it("are fetched at the start, and again once they are an hour old", async () => {
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
  ])("are understood as %s", async (_name, body) => {
    provider.answer = { body: JSON.stringify(body) };
    await untilDollarIs(await keep(), 1400);
  });

  it("are shared: another node and a restart have them without asking the provider, down or not", async () => {
    await untilDollarIs(await keep({ lookEveryMs: never }), 1500);
    await provider.close();
    const other = await keep({ lookEveryMs: never });
    expect(other.current().USD_TO_NGN).toBe(1500);
    expect(provider.requests).toBe(1);
    await provider.open();
  });

  it("reach a node that did not fetch them itself", async () => {
    const listener = await keep();
    await untilDollarIs(listener, 1500);
    await held.database.query("update exchange_rates set usd_to_ngn = 1600, ngn_to_usd = 1.0 / 1600");
    await untilDollarIs(listener, 1600);
    expect(provider.requests).toBe(1);
  });

  it("are the fallback while the provider is down at the start, and right as soon as it is up", async () => {
    await provider.close();
    const keeper = await keep();
    expect(keeper.current()).toEqual(fallbackRates);
    await untilWarned(/ECONNREFUSED/);
    expect(keeper.current()).toEqual(fallbackRates);
    await provider.open();
    await untilDollarIs(keeper, 1500);
  });

  it("do not wait for a provider that never answers", async () => {
    provider.answer = null;
    const keeper = await keep({ timeoutMs: 50 });
    await untilWarned(/timeout/);
    expect(keeper.current()).toEqual(fallbackRates);
    provider.answer = asRate(1500);
    await untilDollarIs(keeper, 1500);
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
    ["a rate half as high", asRate(749.99), /jumped too far/],
    ["a rate more than half higher", asRate(2250.01), /jumped too far/],
  ])("hold when the provider answers %s", async (_name, answer, reason) => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    provider.answer = answer;
    await age("2 hours");
    await untilWarned(reason);
    expect(keeper.current().USD_TO_NGN).toBe(1500);
    // And it recovers by itself.
    provider.answer = asRate(1510);
    await untilDollarIs(keeper, 1510);
  });

  it("move by half at most, and then from there", async () => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    for (const naira of [2250, 1125]) {
      provider.answer = asRate(naira);
      await age("2 hours");
      await untilDollarIs(keeper, naira);
    }
  });

  it("start anew from any believable rate once an operator has removed the standing one", async () => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    provider.answer = asRate(4000);
    await held.database.query("delete from exchange_rates");
    await untilDollarIs(keeper, 4000);
  });

  it("stay in use when they are older than two days, and the log says so", async () => {
    const keeper = await keep();
    await untilDollarIs(keeper, 1500);
    provider.answer = { status: 503, body: "" };
    await age("49 hours");
    await untilWarned(/are old .*"hours":49/);
    expect(keeper.current().USD_TO_NGN).toBe(1500);
  });

  it("wait after a failure before they ask again, and log no key", async () => {
    provider.answer = { status: 429, body: "" };
    await keep({ retryAfterMs: never });
    await untilWarned(/answered 429/);
    // Looks go on (each takes over what is stored), requests do not.
    const [waiting] = keepers;
    await held.database.query(
      "insert into exchange_rates values (1, 1.0 / 1700, 1700, clock_timestamp() - interval '3 hours')",
    );
    await until(() => expect(waiting?.current().USD_TO_NGN).toBe(1700));
    expect(provider.requests).toBe(1);
    expect(JSON.stringify(lines)).not.toContain("secret-of-the-provider");
  });

  it("stop at once, also with a request under way", async () => {
    provider.answer = null;
    const keeper = await keep({ timeoutMs: never });
    await until(() => expect(provider.requests).toBe(1));
    await keeper.stop();
    expect(lines).toEqual([]);
  });
});
