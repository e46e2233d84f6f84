// Asks Paystack about a payment whose payer looks at it, so that a lost webhook delays the answer by seconds. The
// sweep asks about all others.
import { setTimeout as sleep } from "node:timers/promises";
import { inBackground } from "../../platform/jobs/in-background.ts";

const ASKED_AFTER_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];
/** More payments than this are left to the sweep. */
const MOST = 1_000;

/** `check` asks about the payment, and returns whether it is still pending. */
export const createFollower = (
  check: (reference: string, userId: string) => Promise<boolean>,
  failed: (error: unknown, reference: string) => void,
) => {
  const followed = new Set<string>();
  const run = async (reference: string, userId: string): Promise<void> => {
    try {
      for (const waitMs of ASKED_AFTER_MS) {
        await sleep(waitMs, undefined, { ref: false });
        if (!(await inBackground(() => check(reference, userId)))) return;
      }
    } catch (error) {
      failed(error, reference);
    } finally {
      followed.delete(reference);
    }
  };
  return (reference: string, userId: string): void => {
    if (followed.has(reference) || followed.size >= MOST) return;
    followed.add(reference);
    void run(reference, userId);
  };
};
