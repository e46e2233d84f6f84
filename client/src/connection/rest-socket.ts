// Sends commands and reads watched lots by REST where a network lets no live connection through. It looks like a
// connected socket, so that nothing else needs to know. The live socket goes on trying, and takes over when it connects.
import type { CommandName } from "@jara/shared/live-commands";
import { API_BASE, ApiError, callAs, readAnswer } from "../lib/api.ts";
import { IDEMPOTENCY_HEADER } from "../lib/idempotency-header.ts";
import { isSaving } from "../store/saver.ts";
import { PROOF, whoAnswers } from "./captive-portal.ts";
import type { SocketLike } from "./wire.ts";

/** How often a watched lot is read. */
const READ_EVERY_MS = 10_000;
/** In data saver, a lot is read at only one of this many reads. */
const SAVER_EVERY = 3;
/** One failed attempt to connect says little. */
const AFTER_FAILURES = 2;
const ANSWER_WITHIN_MS = 8_000;
/** The header with the server's time leaves out the fraction of the second, which is half a second on average. */
const LEFT_OUT_MS = 500;

type Data = Record<string, unknown>;
type Call = readonly [method: string, path: string, body?: Data];

const idIn = (id: unknown): string => encodeURIComponent(String(id));

/** Null for commands that only concern a live connection. */
const callOf = (name: CommandName, { commandId: _, receipt: __, ...data }: Data): Call | null => {
  const { auctionId, maxBidId, ...rest } = data;
  switch (name) {
    case "auction:watch":
      return ["GET", `/auctions/${idIn(auctionId)}`];
    case "bid:place":
      return ["POST", "/bids", data];
    case "maxbid:set":
      return ["POST", "/maxbids", data];
    case "maxbid:cancel":
      return ["DELETE", `/maxbids/${idIn(maxBidId)}`];
    case "maxbid:confirm":
      return ["POST", `/maxbids/${idIn(maxBidId)}/confirm`, rest];
    case "bid:withdraw":
      return ["POST", `/auctions/${idIn(auctionId)}/withdraw-bids`, {}];
    case "buy-it-now":
      return ["POST", `/auctions/${idIn(auctionId)}/buy-it-now`, rest];
    default:
      return null;
  }
};

const syncClock = async ({ t0 }: Data): Promise<unknown> => {
  const { headers } = await fetch(PROOF, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const serverMs = Date.parse(headers.get("date") ?? "");
  return { ok: true, t0, serverTime: new Date(serverMs + LEFT_OUT_MS).toISOString() };
};

/** The answer as the live connection gives it; null if none came. */
const answerTo = async (name: CommandName, data: Data): Promise<unknown> => {
  try {
    if (name === "clock:sync") return await syncClock(data);
    const call = callOf(name, data);
    if (!call) return { ok: true };
    const [method, path, body] = call;
    const { token, headers } = callAs();
    if (body) headers["content-type"] = "application/json";
    if (data.commandId) headers[IDEMPOTENCY_HEADER] = String(data.commandId);
    if (data.receipt) headers["bid-receipt"] = "true";
    const response = await fetch(API_BASE + path, {
      method,
      headers,
      credentials: "include",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = readAnswer<Data>(path, token, response.status, await response.json());
    if (name !== "auction:watch") return { ok: true, ...answer };
    // Nobody is counted as watching here.
    const { serverTime } = answer.auction as { serverTime: string };
    return { ok: true, auction: answer.auction, viewers: 0, serverTime };
  } catch (error) {
    return error instanceof ApiError && error.body ? { ok: false, error: error.body } : null;
  }
};

/** The server itself refused the connection, and says so. */
const isRefusal = (error: unknown): boolean => (error as { data?: unknown } | null)?.data !== undefined;

type Listener = Parameters<SocketLike["on"]>[1];
type AnyListener = Parameters<SocketLike["onAny"]>[0];

/** The socket, with REST in its place while it cannot connect and the server answers all the same. */
export const withRest = (socket: SocketLike): SocketLike => {
  const listeners: [event: string, listener: Listener][] = [];
  const anyListeners: AnyListener[] = [];
  const watched = new Set<unknown>();
  let reading: ReturnType<typeof setInterval> | null = null;
  let isWanted = false;
  let failures = 0;

  const fire = (event: string, ...args: unknown[]): void => {
    for (const [name, listener] of listeners) if (name === event) listener(...args);
  };

  const stop = (): void => {
    if (reading === null) return;
    clearInterval(reading);
    reading = null;
    watched.clear();
    fire("disconnect", "rest ended");
  };

  const begin = async (): Promise<void> => {
    const isThere = (await whoAnswers()) === "server";
    if (!isThere || !isWanted || socket.connected || reading !== null) return;
    let reads = 0;
    reading = setInterval(() => {
      reads += 1;
      if (document.hidden || (isSaving() && reads % SAVER_EVERY !== 0)) return;
      // The lot is asked for again, as after events that did not arrive.
      for (const auctionId of watched) for (const listener of anyListeners) listener("auction:resync", { auctionId });
    }, READ_EVERY_MS);
    fire("connect");
  };

  const send = async (name: string, data: Data, ack: (answer: unknown) => void): Promise<void> => {
    if (name === "auction:watch") watched.add(data.auctionId);
    if (name === "auction:unwatch") watched.delete(data.auctionId);
    const answer = await answerTo(name as CommandName, data);
    if (answer === null) stop();
    else ack(answer);
  };

  socket.on("connect", () => {
    failures = 0;
    stop();
    fire("connect");
  });
  socket.on("disconnect", (reason) => fire("disconnect", reason));
  socket.on("connect_error", (error) => {
    failures += 1;
    fire("connect_error", error);
    if (failures >= AFTER_FAILURES && !isRefusal(error)) void begin();
  });

  return {
    get connected() {
      return reading !== null || socket.connected;
    },
    get active() {
      return socket.active;
    },
    get isPolled() {
      return reading !== null;
    },
    on: (event, listener) => listeners.push([event, listener]),
    onAny: (listener) => {
      anyListeners.push(listener);
      socket.onAny(listener);
    },
    emit: (name, data, ack) => (reading === null ? socket.emit(name, data, ack) : void send(name, data as Data, ack)),
    connect: () => {
      isWanted = true;
      socket.connect();
    },
    disconnect: () => {
      isWanted = false;
      stop();
      socket.disconnect();
    },
  };
};
