// The limits on what a user or an address may do: packets, commands and connections. Those of a single connection are
// in packet-bounds.ts, that on the thread's time is in time-budget.ts, and the database counts log-ins, mails and
// payments. docs/api-limits.md has them as a table. An address may belong to a whole
// neighbourhood (mobile networks), so limits by address only stop floods.
import type { LiveCommand } from "@jara/shared/calls/live";
import { liveCommands } from "@jara/shared/calls/live-list";
import { ADDRESSES_OF_NETWORK, widerNetworkOf } from "./client-address.ts";
import type { Limit, Limiter } from "./limiter.ts";

const FRAMES_OF_USER: Limit = { name: "frames of a user", burst: 5_000, perSecond: 500, strikesUpToSeconds: 10 };
const FRAMES_OF_VISITORS: Limit = { name: "frames of visitors", burst: 20_000, perSecond: 4_000 };
/** A person cannot mean more than a few bids a second. The burst allows resending after a reconnect. */
const COMMANDS_OF_USER: Limit = { name: "commands of a user", burst: 100, perSecond: 20 };
/** A client with many accounts still has one address. */
const COMMANDS_OF_ADDRESS: Limit = { name: "commands of an address", burst: 2_000, perSecond: 400 };
/** Further limits on single commands of one user. */
const BY_COMMAND: ReadonlyMap<string, Limit | undefined> = new Map(
  Object.entries(liveCommands as Readonly<Record<string, LiveCommand>>).map(([name, { limit }]) => [name, limit]),
);
/** Sockets opened from an address. */
const HANDSHAKES: Limit = { name: "handshakes of an address", burst: 12_000, perSecond: 400 };
/** Connection slots open at the same time at one node. An idle connection takes about 20 kB. */
const SLOTS = { user: 1_000, address: 12_000 } as const;
/** A user who is disconnected for flooding more often than this must stay away until the limit allows a return. */
const CUT_OFFS_OF_USER: Limit = { name: "cut-offs of a user", burst: 3, perSecond: 1 / 30 };
/**
 * Connections that were closed or refused for what they sent: a bad token, an unknown namespace, a flood, or nothing.
 * The limit is once a second. It does not stop a flood of packets (each connection has its own allowance), and
 * neighbours behind one address (a mobile network) wait only a moment.
 */
const REFUSED_OF_ADDRESS: Limit = { name: "refused connections of an address", burst: 5, perSecond: 1 };
/** A browser that moves from page to page keeps each connection longer than this. */
const SHORT_CONNECTIONS: Limit = { name: "short connections of an address", burst: 1_000, perSecond: 20 };
const SHORT_MS = 1_000;
/**
 * Requests for Socket.IO sessions that do not exist, of which each polling client makes one after a restart, and
 * preflight requests.
 */
const UNKNOWN_SESSIONS: Limit = { name: "unknown sessions of an address", burst: 300, perSecond: 20 };

interface Whose {
  readonly address: string;
  readonly user: { readonly id: string } | null;
}

export interface LiveLimits {
  readonly isOn: boolean;
  /** Takes one packet of a connection from the allowance of its user, or of all visitors at its address. */
  takePacket(connection: Whose): number;
  takeCommand(who: { readonly userId: string; readonly address: string }, name: string): number;
  takeHandshake(address: string): number;
  /** Whether the user floods on many connections, so that all of them are to be closed. */
  isFlooding(userId: string): boolean;
  /** Records that a user's or a visitor's connection was closed for a flood. */
  noteCutOff(connection: Whose): void;
  /** Records a connection of the address that was refused or closed for what it sent. After five the address waits. */
  noteRefused(address: string): void;
  /** Records how long a connection lasted. An address that constantly connects and disconnects must wait. */
  noteClosed(address: string, livedMs: number): void;
  /** For a request of a Socket.IO session that does not exist, or a preflight request. Returns 0, or how long to wait (ms). */
  takeUnknownSession(address: string): number;
  /** 0, or how long the address may open no connection (ms). */
  addressWaitMs(address: string): number;
  /** 0, or how long a user who was disconnected for flooding must stay away (ms). */
  userWaitMs(userId: string): number;
  /**
   * Takes a connection slot. Returns the function that releases it (once, however often it is called), or null if none
   * is free.
   */
  takeConnectionSlot(of: keyof typeof SLOTS, key: string): (() => void) | null;
}

export const createLiveLimits = (limiter: Limiter, isOn: boolean): LiveLimits => {
  /** The connection slots that are taken, by what they belong to. */
  const taken = new Map<string, number>();
  const changeTaken = (key: string, by: number): void => {
    const now = (taken.get(key) ?? 0) + by;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  };
  return {
    isOn,
    takePacket: ({ address, user }) => limiter.take(user ? [FRAMES_OF_USER, user.id] : [FRAMES_OF_VISITORS, address]),
    takeCommand({ userId, address }, name) {
      const own = BY_COMMAND.get(name);
      return limiter.take(
        [COMMANDS_OF_USER, userId],
        [COMMANDS_OF_ADDRESS, address],
        ...(own ? [[own, userId] as const] : []),
      );
    },
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
    takeConnectionSlot(of, key) {
      const network = of === "address" ? widerNetworkOf(key) : null;
      const wanted: { key: string; atMost: number }[] = [{ key: `${of} ${key}`, atMost: SLOTS[of] }];
      if (network) wanted.push({ key: `network ${network}`, atMost: SLOTS.address * ADDRESSES_OF_NETWORK });
      if (isOn && wanted.some(({ key, atMost }) => (taken.get(key) ?? 0) >= atMost)) return null;
      for (const { key } of wanted) changeTaken(key, 1);
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        for (const { key } of wanted) changeTaken(key, -1);
      };
    },
  };
};
