// The part of the balance that the user can use now, in naira.
import { useSession } from "../store/session.ts";

/** Null for a visitor. `reserved`: this part of what is bound, in naira, counts too, because the purpose is the same. */
export const useAvailable = (reserved = 0): number | null =>
  useSession(({ user, bound }) => (user ? user.balance - Math.max(0, bound - reserved) : null));
