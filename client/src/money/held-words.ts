// Says what becomes of the money that bids and maximums hold, in the same words on every screen.
import { useSite } from "../lib/site.ts";

const NOT_TAKEN = "It stays in your balance and is not taken unless you win.";

/** Null until the site's rule is known. */
export const useHeldWords = (): string | null => {
  const site = useSite();
  if (!site) return null;
  const others =
    site.balanceRule === "hold"
      ? "and other bids cannot use it."
      : "but other bids can use it too. If you win several lots with it, each takes its deposit from what is left then, and you must pay the rest of every lot.";
  return `${NOT_TAKEN} You cannot withdraw it meanwhile, ${others}`;
};
