// The sockets of clients: bidders with a token each, watchers without. They use WebSocket from the first frame and
// never reconnect, because reconnecting would hide an error.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Answer, PriceEvent } from "@jara/shared/live-commands";
import { io, type Socket } from "socket.io-client";
import { type Lot, nextAmount } from "./participants.ts";

/** Handshakes at the same time, limited because each one reads the account from the database. */
const CONNECTING = 25;
const ANSWER_WITHIN_MS = 15_000;

const connect = (url: string, token: string | undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      ...(token !== undefined && { auth: { token } }),
    });
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
  });

/** One socket per token; undefined makes a visitor. */
export const connectAll = async (url: string, tokens: readonly (string | undefined)[]): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  for (let i = 0; i < tokens.length; i += CONNECTING) {
    sockets.push(...(await Promise.all(tokens.slice(i, i + CONNECTING).map((token) => connect(url, token)))));
  }
  return sockets;
};

export interface Placed {
  /** `performance.now()` at sending and at the answer. */
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly answer: Answer<"bid:place">;
}

export const placeBid = (socket: Socket, lot: Lot): Promise<Placed> =>
  new Promise((resolve, reject) => {
    const data = { auctionId: lot.id, amount: nextAmount(lot), commandId: randomUUID() };
    const sentAt = performance.now();
    const answered = (error: Error | null, answer: Answer<"bid:place">): void =>
      error ? reject(error) : resolve({ sentAt, answeredAt: performance.now(), answer });
    socket.timeout(ANSWER_WITHIN_MS).emit("bid:place", data, answered);
  });

export const watch = async (socket: Socket, lot: Lot): Promise<void> => {
  const answer: Answer<"auction:watch"> = await socket
    .timeout(ANSWER_WITHIN_MS)
    .emitWithAck("auction:watch", { auctionId: lot.id });
  if (!answer.ok) throw new Error(`could not watch: ${answer.error.message}`);
};

/** Watchers of an auction get the full event, with bids. */
export const onPrice = (socket: Socket, seen: (event: PriceEvent, at: number) => void): void => {
  socket.on("auction:price", (event: PriceEvent) => seen(event, performance.now()));
};
