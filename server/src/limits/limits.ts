// Every limit on what comes in, but those that the database keeps (log-ins, mails, payments). docs/operations.md has them
// as a table. An address may be a whole neighbourhood's (mobile networks), so its limits only stop floods.
import type { Limit, Limiter } from "./limiter.ts";

/** A page sends a frame now and then, and one for each auction it watches when it is back. */
const FRAMES_OF_CONNECTION: Limit = {
  name: "frames of a connection",
  burst: 300,
  perSecond: 100,
  strikesUpToSeconds: 5,
  isLocal: true,
};
const FRAMES_OF_USER: Limit = { name: "frames of a user", burst: 5_000, perSecond: 500, strikesUpToSeconds: 10 };
const FRAMES_OF_VISITORS: Limit = { name: "frames of visitors", burst: 20_000, perSecond: 4_000 };
/** A person cannot mean more than some bids a second; a burst covers resending after a reconnect. */
const COMMANDS_OF_USER: Limit = { name: "commands of a user", burst: 100, perSecond: 20 };
/** Somebody with many accounts has still one address. */
const COMMANDS_OF_ADDRESS: Limit = { name: "commands of an address", burst: 2_000, perSecond: 400 };
/** Of one user, beside their other commands. */
const BY_COMMAND: Readonly<Record<string, Limit>> = {
  "buy-it-now": { name: "purchases of a user", burst: 20, perSecond: 1 },
  "admin:watch": { name: "admin watches of a user", burst: 50, perSecond: 5 },
};
/** Over REST, whatever it is. */
const CALLS_OF_USER: Limit = { name: "calls of a user", burst: 3_000, perSecond: 50 };
/** Sockets opened. */
const HANDSHAKES: Limit = { name: "handshakes of an address", burst: 12_000, perSecond: 400 };
/** Open at one time at one node; an idle one takes some 20 kB. */
const SEATS = { user: 1_000, address: 12_000 } as const;
/** Refused in a row and sent all the same: nobody reads these answers. */
const REFUSED_IN_A_ROW = 2_000;
/** The same of a connection whose user floods on many: thousands of theirs were refused already. */
const REFUSED_BESIDE_OTHERS = 20;
/** Who was cut off more often than that comes back no sooner than this allows. */
const CUT_OFFS_OF_USER: Limit = { name: "cut-offs of a user", burst: 3, perSecond: 1 / 30 };
const CUT_OFFS_OF_VISITORS: Limit = { name: "cut-offs of visitors", burst: 50, perSecond: 1 };

interface Whose {
  readonly address: string;
  readonly user: { readonly id: string } | null;
}

export interface LiveLimits {
  /** 0, or how long to wait (ms). */
  takeFrame(connection: Whose & { readonly id: string }): number;
  takeCommand(who: { readonly userId: string; readonly address: string }, name: string): number;
  takeCall(userId: string): number;
  takeHandshake(address: string): number;
  /** Whether a connection that was refused so often in a row is to be cut off; that is counted. */
  isHopeless(connection: Whose, refusedInARow: number): boolean;
  /** 0, or how long somebody who was cut off for flooding stays away (ms). */
  stayAwayMs(userId: string | null, address: string): number;
  /** Returns what gives the seat back (once, however often it is called); null where too many are taken. */
  takeSeat(of: keyof typeof SEATS, key: string): (() => void) | null;
}

const cutOffsOf = (userId: string | null, address: string): readonly [Limit, string] =>
  userId === null ? [CUT_OFFS_OF_VISITORS, address] : [CUT_OFFS_OF_USER, userId];

export const createLiveLimits = (limiter: Limiter, isOn: boolean): LiveLimits => {
  const taken = { user: new Map<string, number>(), address: new Map<string, number>() };
  return {
    takeFrame: ({ id, address, user }) =>
      limiter.take([FRAMES_OF_CONNECTION, id], user ? [FRAMES_OF_USER, user.id] : [FRAMES_OF_VISITORS, address]),
    takeCommand({ userId, address }, name) {
      const own = BY_COMMAND[name];
      return limiter.take(
        [COMMANDS_OF_USER, userId],
        [COMMANDS_OF_ADDRESS, address],
        ...(own ? [[own, userId] as const] : []),
      );
    },
    takeCall: (userId) => limiter.take([CALLS_OF_USER, userId]),
    takeHandshake: (address) => limiter.take([HANDSHAKES, address]),
    isHopeless({ user, address }, refusedInARow) {
      const isOneOfMany =
        user !== null && refusedInARow >= REFUSED_BESIDE_OTHERS && limiter.isStruckOut(FRAMES_OF_USER, user.id);
      if (!isOn || !(refusedInARow >= REFUSED_IN_A_ROW || isOneOfMany)) return false;
      limiter.take(cutOffsOf(user?.id ?? null, address));
      return true;
    },
    stayAwayMs: (userId, address) => limiter.waitMs(...cutOffsOf(userId, address)),
    takeSeat(of, key) {
      const seats = taken[of];
      const before = seats.get(key) ?? 0;
      if (isOn && before >= SEATS[of]) return null;
      seats.set(key, before + 1);
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        const left = (seats.get(key) ?? 1) - 1;
        if (left > 0) seats.set(key, left);
        else seats.delete(key);
      };
    },
  };
};
