// The refusal of a request while too many passwords wait to be checked or hashed.
import { refused } from "../../../platform/lib/result.ts";

const COME_BACK_MS = 5_000;
export const crowded = () => {
  const message = "Many are logging in right now. Please try again in a moment.";
  return refused("UNAVAILABLE", { message, retryAfterMs: COME_BACK_MS });
};
