// The session: the signed-in user, in memory and in the browser's storage (keys `token` and `user`, spec section 3). It
// is restored only if both keys are there and readable; otherwise the user is a visitor.
import type { User } from "@jara/shared/users";
import { create } from "zustand";

const TOKEN_KEY = "token";
const USER_KEY = "user";
/** The reason why the server ended the last session, for the other tabs and after a reload. */
const END_KEY = "sessionEnd";

/** The server's reason for ending a session. "refused": it gave none. */
export type SessionEnd = "expired" | "withdrawn" | "refused";

export interface SessionState {
  status: "loading" | "authenticated" | "anonymous";
  user: User | null;
  token: string | null;
  /** The user was restored from the storage, so that the balance is that of an earlier visit. */
  isBalanceOld: boolean;
  /** The part of the balance that is not available, because bids and maxima need it. In naira. */
  bound: number;
  /** The server's reason for ending the last session; null if the user ended it, or is signed in. */
  endedBecause: SessionEnd | null;
  logIn: (user: User, token: string) => void;
  /** Clears the session of this browser only; lib/log-out.ts also ends it on the server. */
  logOut: (why?: SessionEnd) => void;
  /** With `available`, it also sets `bound`: the balance without `available`. */
  updateUser: (change: Partial<User> & { available?: number }) => void;
}

type Stored = Pick<SessionState, "status" | "user" | "token" | "endedBecause">;
const anonymous: Stored = { status: "anonymous", user: null, token: null, endedBecause: null };

const ends: ReadonlySet<unknown> = new Set<SessionEnd>(["expired", "withdrawn", "refused"]);
const isSessionEnd = (value: unknown): value is SessionEnd => ends.has(value);

/** The stored user, or null. The user's key may be `_id` or `id` (spec section 3). */
const userIn = (value: unknown): User | null => {
  if (typeof value !== "object" || value === null || !("username" in value && "role" in value)) return null;
  if ("_id" in value) return value as User;
  return "id" in value ? ({ ...value, _id: value.id } as unknown as User) : null;
};

const readStored = (): Stored => {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const user = userIn(JSON.parse(localStorage.getItem(USER_KEY) ?? "null"));
    if (token && user) return { status: "authenticated", user, token, endedBecause: null };
    const end = localStorage.getItem(END_KEY);
    return isSessionEnd(end) ? { ...anonymous, endedBecause: end } : anonymous;
  } catch {
    return anonymous;
  }
};

/** Storage can be full or forbidden; the session then lasts as long as the page. */
const write = (user: User | null, token: string | null, endedBecause: SessionEnd | null = null) => {
  try {
    // Before the token, whose removal the other tabs follow.
    if (endedBecause) localStorage.setItem(END_KEY, endedBecause);
    else localStorage.removeItem(END_KEY);
    if (user && token) {
      localStorage.setItem(TOKEN_KEY, token);
      localStorage.setItem(USER_KEY, JSON.stringify(user));
    } else {
      localStorage.removeItem(TOKEN_KEY);
      localStorage.removeItem(USER_KEY);
    }
  } catch {
    // The session stays in memory.
  }
};

export const useSession = create<SessionState>()((set, get) => ({
  status: "loading",
  user: null,
  token: null,
  bound: 0,
  isBalanceOld: false,
  endedBecause: null,
  logIn: (user, token) => {
    write(user, token);
    set({ status: "authenticated", user, token, bound: 0, isBalanceOld: false, endedBecause: null });
  },
  logOut: (why) => {
    write(null, null, why);
    set({ ...anonymous, bound: 0, endedBecause: why ?? null });
  },
  updateUser: ({ available, ...change }) => {
    const { user, token, bound } = get();
    if (!user) return;
    const changed = { ...user, ...change };
    write(changed, token);
    set({ user: changed, bound: available === undefined ? bound : changed.balance - available });
    if (change.balance !== undefined) set({ isBalanceOld: false });
  },
}));

const stored = readStored();
useSession.setState({ ...stored, isBalanceOld: stored.user !== null });

/** Follows another tab that logged in or out, or that updated the user. */
const followOtherTabs = (event: StorageEvent) => {
  if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USER_KEY) return;
  const stored = readStored();
  const { token, user, bound } = useSession.getState();
  // A login writes two keys one after the other. The state between the two writes must not look like a logout.
  if (stored.status === "anonymous" && event.key === USER_KEY && event.newValue !== null) return;
  if (stored.status === "anonymous" && event.key === TOKEN_KEY && event.newValue !== null) return;
  if (stored.token !== token || JSON.stringify(stored.user) !== JSON.stringify(user))
    useSession.setState({ ...stored, bound: stored.token === token ? bound : 0 });
};

if (typeof window !== "undefined") window.addEventListener("storage", followOtherTabs);
