// Confirms a handover with the buyer's code, and bounds how often somebody may guess it.
import type { ErrorBody } from "@jara/shared/errors";
import { refuse } from "../../platform/http/refused.ts";
import type { RouteDeps } from "../route-deps.ts";
import { type HandoverAsked, markHandedOver } from "./handover-queries.ts";

/** A code has six digits: at this pace a guess needs years. */
const CODES = { limit: 5, windowMs: 15 * 60_000 };

export interface HandoverDeps extends Pick<RouteDeps, "database"> {
  /** Counts a use in the window. Returns 0, or the milliseconds until the end of a window that is used up. */
  readonly countUse: (key: string, limit: number, windowMs: number) => Promise<number>;
}

/** Returns why it cannot be done; null if it is done. Refuses with RATE_LIMITED after five codes in 15 minutes. */
export const handOver = async (
  { database, countUse }: HandoverDeps,
  asked: HandoverAsked,
): Promise<string | ErrorBody | null> => {
  const { _id, pickup } = asked.settlement;
  const retryAfterMs =
    pickup?.status === "ready" ? await countUse(`handover of ${_id}`, CODES.limit, CODES.windowMs) : 0;
  if (retryAfterMs > 0) {
    const message = "Too many codes were tried for this lot. Ask the buyer for the code, and try again later.";
    return refuse("RATE_LIMITED", { message, retryAfterMs });
  }
  return await markHandedOver(database, asked);
};
