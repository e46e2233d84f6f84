// Every limit on what comes in, but those that the database keeps (log-ins, mails, payments). docs/operations.md has them
// as a table. An address may be a whole neighbourhood's (mobile networks), so its limits only stop floods.
import type { Limit, Limiter } from "./limiter.ts";

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
/** A user who was cut off more often than that comes back no sooner than this allows. */
const CUT_OFFS_OF_USER: Limit = { name: "cut-offs of a user", burst: 3, perSecond: 1 / 30 };
/**
 * Connections that were closed or refused for what they sent: a bad token, an unknown namespace, a flood, nothing. Once a
 * second: it stops no flood of packets (each connection has its own allowance), and neighbours behind one address (a mobile
 * network) who meet it wait a moment and no longer.
 */
const REFUSED_OF_ADDRESS: Limit = { name: "refused connections of an address", burst: 5, perSecond: 1 };
/** A browser that goes from page to page keeps its connection for longer. */
const SHORT_CONNECTIONS: Limit = { name: "short connections of an address", burst: 1_000, perSecond: 20 };
const SHORT_MS = 1_000;
/** Requests of Socket.IO sessions that are not there: each polling client makes one after a restart. */
const UNKNOWN_SESSIONS: Limit = { name: "unknown sessions of an address", burst: 300, perSecond: 20 };

interface Whose {
  readonly address: string;
  readonly user: { readonly id: string } | null;
}

export interface LiveLimits {
  readonly isOn: boolean;
  /** One packet of a connection, from the allowance of all its user's, or of all visitors' of its address. */
  takePacket(connection: Whose): number;
  takeCommand(who: { readonly userId: string; readonly address: string }, name: string): number;
  takeCall(userId: string): number;
  takeHandshake(address: string): number;
  /** Whether the user floods on many connections, so that each of them is to be closed. */
  isFlooding(userId: string): boolean;
  /** A connection was closed for a flood: its user's, or a visitor's. */
  noteCutOff(connection: Whose): void;
  /** A connection of the address was refused or closed for what it sent. After five the address waits. */
  noteRefused(address: string): void;
  /** A connection of the address has ended after so long; an address that comes and goes all the time waits. */
  noteClosed(address: string, livedMs: number): void;
  /** A request of a Socket.IO session that is not there: 0, or how long to wait (ms). */
  takeUnknownSession(address: string): number;
  /** 0, or how long the address may open no connection (ms). */
  addressWaitMs(address: string): number;
  /** 0, or how long a user who was cut off for flooding stays away (ms). */
  userWaitMs(userId: string): number;
  /** Returns what gives the seat back (once, however often it is called); null where too many are taken. */
  takeSeat(of: keyof typeof SEATS, key: string): (() => void) | null;
}

export const createLiveLimits = (limiter: Limiter, isOn: boolean): LiveLimits => {
  const taken = { user: new Map<string, number>(), address: new Map<string, number>() };
  return {
    isOn,
    takePacket: ({ address, user }) => limiter.take(user ? [FRAMES_OF_USER, user.id] : [FRAMES_OF_VISITORS, address]),
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
    isFlooding: (userId) => limiter.isStruckOut(FRAMES_OF_USER, userId),
    noteCutOff({ user, address }) {
      limiter.take(user === null ? [REFUSED_OF_ADDRESS, address] : [CUT_OFFS_OF_USER, user.id]);
    },
    noteRefused: (address) => void limiter.take([REFUSED_OF_ADDRESS, address]),
    noteClosed(address, livedMs) {
      if (livedMs < SHORT_MS) limiter.take([SHORT_CONNECTIONS, address]);
    },
    takeUnknownSession: (address) => limiter.take([UNKNOWN_SESSIONS, address]),
    addressWaitMs: (address) =>
      Math.max(limiter.waitMs(REFUSED_OF_ADDRESS, address), limiter.waitMs(SHORT_CONNECTIONS, address)),
    userWaitMs: (userId) => limiter.waitMs(CUT_OFFS_OF_USER, userId),
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
