// /api/currency: the exchange rates, conversion of amounts, and their formatting.
import * as calls from "@jara/shared/calls/currency";
import { formatMoney } from "@jara/shared/money";
import type { App } from "../../platform/http/app.ts";
import { serve } from "../../platform/http/serve.ts";
import { convert, rateOf } from "./convert.ts";
import type { RatesKeeper } from "./exchange-rates.ts";

export const serveCurrency = (app: App, exchange: Pick<RatesKeeper, "current">): void => {
  serve(app, calls.getRates, async ({ reply }) =>
    reply.header("cache-control", "public, max-age=60").send({ success: true, rates: exchange.current() }),
  );

  serve(app, calls.convertAmount, async ({ body: { amount, fromCurrency, toCurrency } }) => {
    const rates = exchange.current();
    return {
      success: true,
      amount: convert(amount, fromCurrency, toCurrency, rates),
      currency: toCurrency,
      rate: rateOf(fromCurrency, toCurrency, rates),
    };
  });

  serve(app, calls.formatAmount, async ({ body: { amount, currency } }) => ({
    success: true,
    formatted: formatMoney(amount, currency),
  }));
};
