// Exchange rates over REST, and that bids are decided with them.
import { convertAnswer, formatAnswer, ratesAnswer } from "@jara/shared/rest";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeDatabase, onEachDatabase, type TestDatabase } from "../support/e2e-database.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { asRate, type RatesProvider, startRatesProvider } from "../support/rates-provider.ts";

const ratesOf = async (server: TestServer) => (await server.api("GET", "/api/currency/rates")).body.rates;

onEachDatabase("currency over REST", (database) => {
  describe("without a provider", () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ database });
    });
    afterAll(() => server?.close());

    const post = (path: string, body: unknown) => server.api("POST", `/api/currency/${path}`, { body });

    it("answers the fallback rates", async () => {
      const { status, body } = await server.api("GET", "/api/currency/rates");
      expect(status).toBe(200);
      expectShape(ratesAnswer, body);
      expect(body).toEqual({ success: true, rates: { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } });
    });

    it.each([
      [
        { amount: 150_000, fromCurrency: "NGN", toCurrency: "USD" },
        { amount: 180, currency: "USD", rate: 0.0012 },
      ],
      [
        { amount: 2.5, fromCurrency: "USD", toCurrency: "NGN" },
        { amount: 2083.33, currency: "NGN", rate: 833.33 },
      ],
      [
        { amount: 2.5, fromCurrency: "USD", toCurrency: "USD" },
        { amount: 2.5, currency: "USD", rate: 1 },
      ],
      [
        { amount: 0, fromCurrency: "USD", toCurrency: "NGN" },
        { amount: 0, currency: "NGN", rate: 833.33 },
      ],
    ])("converts %o", async (asked, answered) => {
      const { status, body } = await post("convert", asked);
      expect(status).toBe(200);
      expectShape(convertAnswer, body);
      expect(body).toEqual({ success: true, ...answered });
    });

    it.each([
      [{ amount: 1234.5, currency: "NGN" }, "₦1,234.50"],
      [{ amount: 1_000_000, currency: "USD" }, "$1,000,000.00"],
      [{ amount: 0, currency: "NGN" }, "₦0.00"],
    ])("formats %o", async (asked, formatted) => {
      const { status, body } = await post("format", asked);
      expect(status).toBe(200);
      expectShape(formatAnswer, body);
      expect(body).toEqual({ success: true, formatted });
    });

    it.each([
      ["convert", { amount: 1.001, fromCurrency: "NGN", toCurrency: "USD" }],
      ["convert", { amount: -1, fromCurrency: "NGN", toCurrency: "USD" }],
      ["convert", { amount: "100", fromCurrency: "NGN", toCurrency: "USD" }],
      ["convert", { amount: 10_000_000_000.01, fromCurrency: "NGN", toCurrency: "USD" }],
      ["convert", { amount: 1, fromCurrency: "NGN", toCurrency: "EUR" }],
      ["convert", { amount: 1, fromCurrency: "NGN" }],
      ["convert", { amount: 1, fromCurrency: "NGN", toCurrency: "USD", rate: 5 }],
      ["format", { amount: 1.001, currency: "NGN" }],
      ["format", { amount: 1, currency: "EUR" }],
      ["format", { amount: null, currency: "NGN" }],
    ])("refuses %s %o", async (path, asked) => {
      const { status, body } = await post(path, asked);
      expect([status, body.code]).toEqual([400, "INVALID"]);
    });
  });

  describe("with a provider", () => {
    let provider: RatesProvider;
    let place: TestDatabase;
    let server: TestServer;
    const start = () => startTestServer({ database, at: place, config: { ratesUrl: provider.url } });
    beforeAll(async () => {
      provider = await startRatesProvider();
      provider.answer = asRate(1000);
      place = await makeDatabase(database);
      server = await start();
    });
    afterAll(async () => {
      await server?.close();
      await provider?.close();
      await place?.drop();
    });

    it("has the provider's rates, and still has them after a restart without it", async () => {
      const fetched = { NGN_TO_USD: 0.001, USD_TO_NGN: 1000 };
      await vi.waitFor(async () => expect(await ratesOf(server)).toEqual(fetched), { timeout: 20_000 });
      await server.close();
      await provider.close();
      server = await start();
      expect(await ratesOf(server)).toEqual(fetched);
    });

    it("asks a dollar auction's 20% in naira by the same rates", async () => {
      const admin = await makePerson(server, "admin", { role: "admin" });
      const auction = await openAuction(server, admin, { currency: "USD", startingPrice: 100, bidIncrement: 1 });
      // 20% of $100 at ₦1,000; at the fallback rate ₦16,666.60 would have been enough.
      const poor = await makePerson(server, "poor", { balance: 19_999.99 });
      const body = { auctionId: auction._id, amount: 101 };
      const refused = await server.api("POST", "/api/bids", { token: poor.token, body });
      expect(refused.body).toMatchObject({ code: "INSUFFICIENT_BALANCE", required: 20_000, balance: 19_999.99 });
      const enough = await makePerson(server, "enough", { balance: 20_000 });
      expect((await server.api("POST", "/api/bids", { token: enough.token, body })).status).toBe(201);
    });
  });
});
