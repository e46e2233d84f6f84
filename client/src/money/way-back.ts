// Stores two things while the payer is on the payment service's page: the page to return to, and the amount that was
// typed on it. It stores them for this tab and not in the address, so that no link can fill in an amount.
const RETURN_KEY = "after-top-up";
const AMOUNT_KEY = "kept-amount";

const read = (key: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};
const write = (key: string, value: object | null) => {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage can be full or forbidden; the payer then goes on from the profile.
  }
};

export const keepReturn = (reference: string, path: string): void => write(RETURN_KEY, { reference, path });

/** The page to go back to after this payment; null if it was not started from one. */
export const returnAfter = (reference: string | null): string | null => {
  const kept = read(RETURN_KEY);
  const isOwnPath = typeof kept?.path === "string" && /^\/(?!\/)/.test(kept.path);
  return isOwnPath && kept.reference === reference ? (kept.path as string) : null;
};
export const forgetReturn = (): void => write(RETURN_KEY, null);

/** The user typed the amount for a bid or a maximum. For Buy It Now there is no typed amount. */
export type AmountFor = "bid" | "max" | "buy";
interface KeptAmount {
  readonly auctionId: string;
  readonly use: AmountFor;
  readonly typed: string;
}

export const keepAmount = (kept: KeptAmount): void => write(AMOUNT_KEY, kept);

/** The amount typed on this auction before the top-up. */
export const keptAmount = (auctionId: string): KeptAmount | null => {
  const kept = read(AMOUNT_KEY);
  const isWhole = typeof kept?.typed === "string" && (kept.use === "bid" || kept.use === "max" || kept.use === "buy");
  return isWhole && kept.auctionId === auctionId ? (kept as unknown as KeptAmount) : null;
};
export const forgetAmount = (): void => write(AMOUNT_KEY, null);
