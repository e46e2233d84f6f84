// Confirms a handover with the buyer's code, and bounds how often somebody may guess it.
import type { ErrorBody } from "@jara/shared/errors";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type HandoverAsked, markHandedOver } from "./handover-queries.ts";

/** A code has six digits: at this pace a guess needs years. */
const CODES = { limit: 5, windowMs: 15 * 60_000 };

export interface HandoverDeps extends Pick<RouteDeps, "database"> {
  /** Counts a use in the window. Returns 0, or the milliseconds until the end of a window that is used up. */
  readonly countUse: (key: string, limit: number, windowMs: number) => Promise<number>;
  /** Takes a use back. */
  readonly uncountUse: (key: string) => Promise<void>;
  readonly settlementChanged: (id: string) => void;
}

/**
 * Returns why it cannot be done; null if it is done. Refuses with RATE_LIMITED after five wrong codes in 15 minutes for the
 * lots that have one code.
 */
export const handOver = async (deps: HandoverDeps, asked: HandoverAsked): Promise<string | ErrorBody | null> => {
  const [{ buyer, sale }, ...others] = asked.settlements;
  const isOther = others.some((one) => one.buyer._id !== buyer._id || one.sale?._id !== sale?._id);
  if (isOther) return refuseField("others", "These lots are not all of one buyer and one sale.");
  const key = `handover of ${buyer._id} ${sale?._id ?? ""}`;
  const isCounted = asked.settlements.some(({ pickup }) => pickup?.status === "ready");
  const retryAfterMs = isCounted ? await deps.countUse(key, CODES.limit, CODES.windowMs) : 0;
  if (retryAfterMs > 0) {
    const message = "Too many codes were tried for this buyer. Ask the buyer for the code, and try again later.";
    return refuse("RATE_LIMITED", { message, retryAfterMs });
  }
  const done = await markHandedOver(deps.database, asked);
  if ("refused" in done) return done.refused;
  if (isCounted) await deps.uncountUse(key);
  for (const id of done.renewed) deps.settlementChanged(id);
  return null;
};
