// Says what becomes of the money that bids and maximums hold, in the same words on every screen.
import { useSite } from "../lib/site.ts";

/** Null until the site's rule is known. */
export const useHeldWords = (): string | null => {
  const site = useSite();
  if (!site) return null;
  const others =
    site.balanceRule === "hold"
      ? "Other bids cannot use it."
      : "Other bids can use it too: if you win several lots, each takes its deposit from your balance, and you must pay the rest of every lot.";
  return `Held money stays in your balance. It is not taken unless you win, and you cannot withdraw it meanwhile. ${others}`;
};
