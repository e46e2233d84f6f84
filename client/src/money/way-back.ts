// Stores two things while the payer is on the payment service's page: the page to return to, and the amount that was
// typed on it. It stores them for this tab and not in the address, so that no link can fill in an amount.
import { ownEntry, ownerNow } from "../lib/own-storage.ts";

const way = ownEntry<{ reference: string; path: string }>("sessionStorage", "after-top-up");
const amount = ownEntry<KeptAmount>("sessionStorage", "kept-amount");

export const keepReturn = (reference: string, path: string): void => way.keep(ownerNow(), { reference, path });

/** The page to go back to after this payment; null if it was not started from one. */
export const returnAfter = (reference: string | null): string | null => {
  const kept = way.read(ownerNow());
  const isOwnPath = typeof kept?.path === "string" && /^\/(?!\/)/.test(kept.path);
  return isOwnPath && kept.reference === reference ? kept.path : null;
};
export const forgetReturn = (): void => way.keep(ownerNow(), null);

/** The user typed the amount for a bid or a maximum. For Buy It Now there is no typed amount. */
export type AmountFor = "bid" | "max" | "buy";
interface KeptAmount {
  readonly auctionId: string;
  readonly use: AmountFor;
  readonly typed: string;
}

export const keepAmount = (kept: KeptAmount): void => amount.keep(ownerNow(), kept);

/** The amount typed on this auction before the top-up. */
export const keptAmount = (auctionId: string): KeptAmount | null => {
  const kept = amount.read(ownerNow());
  return kept?.auctionId === auctionId ? kept : null;
};
export const forgetAmount = (): void => amount.keep(ownerNow(), null);
