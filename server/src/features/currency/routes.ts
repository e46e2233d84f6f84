// /api/currency: the exchange rates, conversion of amounts, and their formatting.
import { formatMoney } from "@jara/shared/money";
import { convertAnswer, convertBody, formatAnswer, formatBody, ratesAnswer } from "@jara/shared/rest/currency";
import type { App } from "../../platform/http/app.ts";
import { convert, rateOf } from "./convert.ts";
import type { RatesKeeper } from "./exchange-rates.ts";

const tags = ["Currency"];

export const serveCurrency = (app: App, exchange: Pick<RatesKeeper, "current">): void => {
  app.get(
    "/api/currency/rates",
    { schema: { tags, summary: "The exchange rates now", response: { 200: ratesAnswer } } },
    async (_request, reply) =>
      reply.header("cache-control", "public, max-age=60").send({ success: true, rates: exchange.current() }),
  );

  app.post(
    "/api/currency/convert",
    {
      schema: {
        tags,
        summary: "An amount in another currency, rounded to two decimals",
        body: convertBody,
        response: { 200: convertAnswer },
      },
    },
    async ({ body: { amount, fromCurrency, toCurrency } }) => {
      const rates = exchange.current();
      return {
        success: true,
        amount: convert(amount, fromCurrency, toCurrency, rates),
        currency: toCurrency,
        rate: rateOf(fromCurrency, toCurrency, rates),
      };
    },
  );

  app.post(
    "/api/currency/format",
    {
      schema: {
        tags,
        summary: "An amount as people read it, with two decimals",
        body: formatBody,
        response: { 200: formatAnswer },
      },
    },
    async ({ body: { amount, currency } }) => ({ success: true, formatted: formatMoney(amount, currency) }),
  );
};
