// The part of the balance that the user can use now, in naira: the balance without the money that bids and maxima bind.
import { useSession } from "../store/session.ts";

/**
 * Null for a visitor, and until the balance of this visit is known. `reserved`: bound money that counts as available too,
 * in naira, because its purpose is the same.
 */
export const useAvailable = (reserved = 0): number | null =>
  useSession(({ user, bound, isBalanceOld }) =>
    user && !isBalanceOld ? user.balance - Math.max(0, bound - reserved) : null,
  );
