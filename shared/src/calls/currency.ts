// Exchange rates and amounts in them.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import {
  convertAnswer,
  convertBody,
  exchangeRateState,
  formatAnswer,
  formatBody,
  ratesAnswer,
} from "../rest/currency.ts";
import { callsIn, noBody } from "./call.ts";
import { exchangeRate } from "./samples.ts";

const call = callsIn("Currency");

export const getRates = call({
  route: "GET /api/currency/rates",
  access: "anyone",
  summary: "The exchange rates now",
  answer: ratesAnswer,
  examples: { answer: { success: true, rates: { NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 } } },
});

export const convertAmount = call({
  route: "POST /api/currency/convert",
  access: "anyone",
  summary: "An amount in another currency, rounded to two decimals",
  body: convertBody,
  answer: convertAnswer,
  examples: {
    body: { amount: 25_000, fromCurrency: "NGN", toCurrency: "USD" },
    answer: { success: true, amount: 30, currency: "USD", rate: 0.0012 },
  },
});

export const formatAmount = call({
  route: "POST /api/currency/format",
  access: "anyone",
  summary: "An amount as people read it, with two decimals",
  body: formatBody,
  answer: formatAnswer,
  examples: { body: { amount: 24_500, currency: "NGN" }, answer: { success: true, formatted: "₦24,500.00" } },
});

export const getExchangeRate = call({
  route: "GET /api/admin/exchange-rate",
  access: "site:settings",
  summary: "The exchange rate in force and the one that waits",
  answer: exchangeRateState,
  examples: { answer: exchangeRate },
});

const stale =
  "The id names one figure. 409 `RATE_NOT_WAITING` where the provider names another one by now, or somebody decided.";

const params = z.object({ id: idSchema });

const confirmedRate = {
  rates: { NGN_TO_USD: 1 / 2150.5, USD_TO_NGN: 2150.5 },
  acceptedAt: "2026-11-21T10:20:00.000Z",
  candidate: null,
};

const rejectedRate = {
  ...exchangeRate,
  candidate: { ...exchangeRate.candidate, rejectedAt: "2026-11-21T10:20:00.000Z" },
};

export const confirmExchangeRate = call({
  route: "POST /api/admin/exchange-rate/:id/confirm",
  access: "site:settings",
  summary: "Put a waiting exchange rate in force",
  description: stale,
  params,
  body: noBody,
  answer: exchangeRateState,
  examples: { answer: confirmedRate },
});

export const rejectExchangeRate = call({
  route: "POST /api/admin/exchange-rate/:id/reject",
  access: "site:settings",
  summary: "Reject a waiting exchange rate",
  description: `${stale} The rate in force stays; the same figure asks nobody again.`,
  params,
  body: noBody,
  answer: exchangeRateState,
  proof: "none",
  examples: { answer: rejectedRate },
});
