// Says how a debt is paid by bank transfer or, as long as no account is in force, whom the buyer asks. The invoice, its email and
// the buyer's pages take the words from here, so that they say the same.
import { type Currency, formatMoney } from "./money.ts";
import type { SiteBankAccount } from "./site-settings.ts";

export interface Transfer {
  readonly account: SiteBankAccount;
  /** Identifies the payment: the invoice's number, the lot's reference, or a username. */
  readonly reference: string;
  /** In words, like the time; absent for money that is not owed. */
  readonly amount?: string;
  readonly until?: string;
}

/** The facts that a payer needs for the transfer, each with its name. */
export const transferFacts = ({ account, reference, amount, until }: Transfer): [string, string][] => [
  ["Bank", account.bank],
  ["Account number", account.number],
  ["Account name", account.name],
  ...(amount === undefined ? [] : [["Amount", amount] satisfies [string, string]]),
  ["Reference", reference],
  ...(until === undefined ? [] : [["Pay before", until] satisfies [string, string]]),
];

interface Due {
  readonly currency: Currency;
  readonly remaining: number;
  readonly remainingNgn: number;
}

/** Buyers transfer naira, also for lots in dollars. */
export const amountToTransfer = ({ currency, remaining, remainingNgn }: Due): string =>
  currency === "NGN" ? formatMoney(remaining, "NGN") : `${formatMoney(remainingNgn, "NGN")} (at the rate of now)`;

export const askToTransfer = (reference: string): string =>
  `To pay by bank transfer or in cash, ask us, and name the reference ${reference}.`;
