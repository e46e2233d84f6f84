// Schemas of the REST calls for currencies and exchange rates.

import * as z from "zod/mini";
import { currencies, isWireAmount } from "../money.ts";
import { wireTime } from "../wire-time.ts";

export const exchangeRates = z.object({ NGN_TO_USD: z.number(), USD_TO_NGN: z.number() });
export const ratesAnswer = z.object({ success: z.boolean(), rates: exchangeRates });
/** The rates as staff see them. */
export const exchangeRateState = z.object({
  rates: exchangeRates,
  /** When the rates were last accepted; null while they are the fallback. */
  acceptedAt: z.nullable(wireTime),
  /**
   * A rate of the provider that differs by more than a fifth and is not in force. `_id` identifies exactly this figure.
   */
  candidate: z.nullable(
    z.object({
      _id: z.string(),
      USD_TO_NGN: z.number(),
      since: wireTime,
      /** Not null: one of the staff rejected it, and the provider still reports it. */
      rejectedAt: z.nullable(wireTime),
    }),
  ),
});
export type ExchangeRateState = z.infer<typeof exchangeRateState>;
const anyAmount = z.number().check(
  z.nonnegative(),
  z.refine((amount) => isWireAmount(amount), "must be at most 10,000,000,000.00 with at most 2 decimals"),
);
export const convertBody = z.strictObject({
  amount: anyAmount,
  fromCurrency: z.enum(currencies),
  toCurrency: z.enum(currencies),
});
export const convertAnswer = z.object({
  success: z.boolean(),
  amount: z.number(),
  currency: z.enum(currencies),
  rate: z.number(),
});
export const formatBody = z.strictObject({ amount: anyAmount, currency: z.enum(currencies) });
export const formatAnswer = z.object({ success: z.boolean(), formatted: z.string() });
