// The part of the balance that the user can use now, in naira.
import { type SessionState, useSession } from "../store/session.ts";

const availableOf = ({ user, bound }: SessionState): number | null => (user ? user.balance - bound : null);

/** Null for a visitor. */
export const useAvailable = (): number | null => useSession(availableOf);
