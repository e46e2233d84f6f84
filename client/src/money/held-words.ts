// Says what becomes of the money that bids and maximums hold, in the same words on every screen.
import { formatLagosTime } from "@jara/shared/time";
import { useSite } from "../lib/site.ts";

const NOT_TAKEN = "It stays in your balance and is not taken unless you win.";

/** Says why a beaten maximum still holds money. After it comes "cancel the maximum". */
export const whyBeatenHolds = (endTime: string): string =>
  `Somebody bid more, and the maximum stays set. Free at the end (${formatLagosTime(endTime)}), or now if you`;

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
