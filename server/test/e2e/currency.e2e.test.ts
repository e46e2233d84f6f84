// Tests exchange rates over REST, and that bids are decided with them.
import {
  convertAnswer,
  type ExchangeRateState,
  exchangeRateState,
  formatAnswer,
  ratesAnswer,
} from "@jara/shared/rest/currency";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { asRate, type RatesProvider, startRatesProvider } from "../support/rates-provider.ts";

const shared = await sharedServer();
const ratesOf = async (server: TestServer) => (await server.api("GET", "/api/currency/rates")).body.rates;

describeEndToEnd("currency over REST", () => {
  describe("without a provider", () => {
    const post = (path: string, body: unknown) => shared.api("POST", `/api/currency/${path}`, { body });

    // S237
    it("answers the fallback rates", async () => {
      const { status, body } = await shared.api("GET", "/api/currency/rates");
      expect(status).toBe(200);
      expectShape(ratesAnswer, body);
      expect(body).toEqual({ success: true, rates: { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } });
    });

    // S414
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

    // S415
    it.each([
      [{ amount: 1234.5, currency: "NGN" }, "₦1,234.50"],
      [{ amount: 1_000_000, currency: "USD" }, "$1,000,000.00"],
      [{ amount: 0, currency: "NGN" }, "₦0.00"],
    ])("formats the result of %o", async (asked, formatted) => {
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
    let place: FreshDatabase;
    let server: TestServer;
    const start = () => startTestServer({ at: place, config: { ratesUrl: provider.url } });
    beforeAll(async () => {
      provider = await startRatesProvider();
      provider.answer = asRate(990);
      place = await makeDatabase();
      server = await start();
    });
    afterAll(async () => {
      await server?.close();
      await provider?.close();
      await place?.drop();
    });

    it("uses the provider's rates, and keeps them after a restart without it", async () => {
      const fetched = { NGN_TO_USD: 1 / 990, USD_TO_NGN: 990 };
      await vi.waitFor(async () => expect(await ratesOf(server)).toEqual(fetched), { timeout: 45_000 });
      await server.close();
      await provider.close();
      server = await start();
      expect(await ratesOf(server)).toEqual(fetched);
    });

    it("requires 20% in naira for a dollar auction by the same rates", async () => {
      const admin = await makePerson(server, "admin", { role: "admin" });
      const auction = await openAuction(server, admin, { currency: "USD", startingPrice: 100, bidIncrement: 1 });
      // 20% of $101 at ₦990; at the fallback rate ₦16,833.27 would have been enough.
      const poor = await makePerson(server, "poor", { balance: 19_997.99 });
      const body = { auctionId: auction._id, amount: 101 };
      const refused = await server.api("POST", "/api/bids", { token: poor.token, body });
      expect(refused.body).toMatchObject({ code: "INSUFFICIENT_BALANCE", required: 19_998, balance: 19_997.99 });
      const enough = await makePerson(server, "enough", { balance: 19_998 });
      expect((await server.api("POST", "/api/bids", { token: enough.token, body })).status).toBe(201);
    });
  });

  describe("with a provider whose rate is implausible", () => {
    let provider: RatesProvider;
    let place: FreshDatabase;
    let server: TestServer;
    let [ada, bola, user]: Person[] = [];
    const start = () => startTestServer({ at: place, config: { ratesUrl: provider.url } });
    beforeEach(async () => {
      provider = await startRatesProvider();
      provider.answer = asRate(1);
      place = await makeDatabase();
      server = await start();
      ada = await makePerson(server, "ada", { role: "admin" });
      bola = await makePerson(server, "bola", { role: "admin" });
      user = await makePerson(server, "user", { balance: 20 });
      await untilWaiting(1);
    });
    afterEach(async () => {
      await server?.close();
      await provider?.close();
      await place?.drop();
    });

    const stateOf = async (person = ada) => {
      const { status, body } = await server.api("GET", "/api/admin/exchange-rate", { token: person?.token });
      expect(status).toBe(200);
      expectShape(exchangeRateState, body);
      return body as ExchangeRateState;
    };
    const decide = (what: "confirm" | "reject", id: string, person = ada) =>
      server.api("POST", `/api/admin/exchange-rate/${id}/${what}`, { token: person?.token });
    const untilWaiting = (naira: number) =>
      vi.waitFor(async () => expect((await stateOf()).candidate?.USD_TO_NGN).toBe(naira), { timeout: 45_000 });
    /** Its own server asks anew when it starts; what is stored must look an hour old for that. */
    const restart = async (naira: number) => {
      provider.answer = asRate(naira);
      await server.query("update exchange_rates set (fetched_at, asked_at) = (fetched_at, now() - interval '2 hours')");
      await server.query("update exchange_rates set fetched_at = fetched_at - interval '2 hours'");
      await server.close();
      server = await start();
    };

    // S448
    it("keeps the fallback, shows administrators both rates, and keeps the value of a dollar", async () => {
      expect(await stateOf()).toMatchObject({
        rates: { USD_TO_NGN: 833.33 },
        acceptedAt: null,
        candidate: { rejectedAt: null },
      });
      expect((await ratesOf(server)).USD_TO_NGN).toBe(833.33);
      const auction = await openAuction(server, ada as Person, {
        currency: "USD",
        startingPrice: 100,
        bidIncrement: 1,
      });
      // 20% of $100 is ₦20 at the provider's rate.
      const bid = await server.api("POST", "/api/bids", {
        token: user?.token,
        body: { auctionId: auction._id, amount: 101 },
      });
      expect(bid.body).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    });

    it("lets no other user see or decide the rate", async () => {
      const id = (await stateOf()).candidate?._id ?? "";
      for (const [method, path] of [
        ["GET", ""],
        ["POST", `/${id}/confirm`],
        ["POST", `/${id}/reject`],
      ] as const) {
        expect((await server.api(method, `/api/admin/exchange-rate${path}`, { token: user?.token })).status).toBe(403);
        expect((await server.api(method, `/api/admin/exchange-rate${path}`)).status).toBe(401);
      }
      expect((await stateOf()).candidate?._id).toBe(id);
    });

    it("keeps the rejection, and asks again when the provider sends another rate, also after a restart", async () => {
      const id = (await stateOf()).candidate?._id ?? "";
      const { status, body } = await decide("reject", id);
      expect([status, body.candidate.rejectedAt]).toEqual([200, expect.any(String)]);
      const again = await decide("reject", id, bola);
      expect([again.status, again.body.code]).toEqual([409, "RATE_NOT_WAITING"]);
      await restart(1500);
      await untilWaiting(1500);
      expect((await stateOf()).candidate?.rejectedAt).toBeNull();
      // The one that was replaced is not what anybody meant.
      expect((await decide("confirm", id)).body.code).toBe("RATE_NOT_WAITING");
      expect((await ratesOf(server)).USD_TO_NGN).toBe(833.33);
    });

    // S449
    it("uses the rate at once after one of two administrators confirms it, also after a restart", async () => {
      await restart(1500);
      await untilWaiting(1500);
      const id = (await stateOf()).candidate?._id ?? "";
      const feed = await connect(server, "socket.io", { token: bola?.token });
      const answers = await Promise.all([decide("confirm", id), decide("confirm", id, bola)]);
      await feed.next("list:changed", ({ list }) => list === "exchange-rate");
      feed.close();
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await ratesOf(server)).toEqual({ NGN_TO_USD: 1 / 1500, USD_TO_NGN: 1500 });
      expect(await stateOf(bola)).toMatchObject({ candidate: null, acceptedAt: expect.any(String) });
      // A start on a busy machine may take longer than the provider is given, and asks again after five minutes.
      for (let start = 0; start < 3 && (await ratesOf(server)).USD_TO_NGN === 1500; start += 1) {
        await restart(1600);
        const isFetched = async () => expect((await ratesOf(server)).USD_TO_NGN).toBe(1600);
        await vi.waitFor(isFetched, { timeout: 45_000 }).catch(() => {});
      }
      expect((await ratesOf(server)).USD_TO_NGN).toBe(1600);
    });

    it("answers 409 to an id that no rate has", async () => {
      for (const id of ["nothing", "%00", "9".repeat(64)]) {
        for (const what of ["confirm", "reject"] as const)
          expect([id, (await decide(what, id)).status]).toEqual([id, 409]);
      }
    });
  });
});
