// The refusal of a log-in while too many others wait for their password check.
import { no } from "../../platform/lib/result.ts";

const COME_BACK_MS = 5_000;
export const crowded = () => {
  const message = "Many are logging in right now. Please try again in a moment.";
  return no("UNAVAILABLE", { message, retryAfterMs: COME_BACK_MS });
};
