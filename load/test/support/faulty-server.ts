// A small server that implements as much of the contract as a run needs, and breaks it on demand. The load tester must
// find every fault of this server.
import { createServer } from "node:http";
import type { Auction } from "@jara/shared/auction";
import type { PriceEvent } from "@jara/shared/live-commands";
import { type WebSocket, WebSocketServer } from "ws";

export interface Faults {
  /** No watcher gets the event of the n-th accepted bid (from 1), nor any later event. */
  readonly silentFrom?: number;
  /** No watcher gets the event of the n-th bid alone. Watchers who ask get it. */
  readonly silentAt?: number;
  /** The n-th bid is answered as accepted and then lost. */
  readonly forgets?: number;
  /** Events name a price that is not the auction's. */
  readonly liesOfPrice?: boolean;
  /** The n-th bid is executed, but its connection is cut instead of an answer. */
  readonly cutsAt?: number;
  /** The n-th bid is not executed the first time, and gets UNAVAILABLE. */
  readonly unavailableAt?: number;
  /** After the first bid the server answers nothing for this time (ms). */
  readonly stallsMs?: number;
  /**
   * The n-th bid overtakes the answers to watchers who see a gap: it waits until all of them have asked, and they are shown
   * the auction as it was before it.
   */
  readonly overtakes?: number;
  /** At the n-th bid the whole server ends. */
  readonly diesAt?: number;
  /** Every bid is refused with this code. */
  readonly refuses?: string;
}

export interface FaultyServer {
  readonly url: string;
  readonly auctionId: string;
  /** How often each command id arrived. */
  readonly commands: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const START = 1000;
const STEP = 100;
const auctionId = "11111111-1111-4111-8111-111111111111";

/** The auction's state, which each bid changes. */
interface State {
  readonly price: number;
  readonly version: number;
  readonly bids: number;
}

const view = ({ price, version, bids }: State): Auction => ({
  _id: auctionId,
  title: "A lot",
  description: "A lot",
  categories: [],
  condition: "good",
  location: null,
  media: [],
  imageUrl: null,
  softClose: null,
  latestEndTime: null,
  contentVersion: 1,
  contentChangedAt: null,
  currency: "NGN",
  startingPrice: START,
  currentPrice: price,
  minimumBid: price + STEP,
  bidIncrement: STEP,
  bidCount: bids,
  buyItNowPrice: null,
  buyItNowFee: null,
  totalAmount: null,
  hasReserve: false,
  reserveMet: false,
  startTime: null,
  endTime: "2030-01-01T00:00:00.000Z",
  duration: 1,
  status: "active",
  pausedAt: null,
  pausedUntil: null,
  seller: { _id: "s", username: "s***r" },
  leader: null,
  winner: null,
  isLeading: false,
  version,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  serverTime: new Date().toISOString(),
});

/** The only auction of the server: places bids, and publishes them to its watchers. */
const openAuction = (faults: Faults) => {
  const outcomes = new Map<string, object>();
  const watchers = new Set<WebSocket>();
  const state = { price: START, version: 1, bids: 0 };

  const publish = (number: number): void => {
    if (faults.silentAt === number || number >= (faults.silentFrom ?? Number.POSITIVE_INFINITY)) return;
    const data: PriceEvent = {
      auctionId,
      version: state.version,
      fromVersion: state.version,
      currentPrice: state.price + (faults.liesOfPrice ? 1 : 0),
      minimumBid: state.price + STEP,
      bidCount: state.bids,
      currency: "NGN",
      leader: null,
      reserveMet: false,
      bids: [],
      serverTime: new Date().toISOString(),
    };
    for (const watcher of watchers) watcher.send(JSON.stringify({ type: "auction:price", data }));
  };

  const place = (amount: number, commandId: string): object => {
    const known = outcomes.get(commandId);
    if (known) return known;
    if (faults.refuses) return { ok: false, error: { code: faults.refuses, message: "No." } };
    const number = outcomes.size + 1;
    const isForgotten = faults.forgets === number;
    // Bids over several connections may arrive in another order than they were sent, so none is refused as too low.
    const price = Math.max(amount, state.price + STEP);
    if (!isForgotten) Object.assign(state, { price, version: state.version + 1, bids: state.bids + 1 });
    const { _id, version, currentPrice, minimumBid, bidCount, endTime, status } = view(state);
    const outcome = {
      ok: true,
      bid: { _id: `${auctionId}-${number}`, amount, timestamp: new Date().toISOString() },
      auction: { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading: true },
    };
    outcomes.set(commandId, outcome);
    if (!isForgotten) publish(number);
    return outcome;
  };

  return { outcomes, watchers, view: () => view(state), place };
};

export const startFaultyServer = async (faults: Faults = {}): Promise<FaultyServer> => {
  const commands = new Map<string, number>();
  const auction = openAuction(faults);
  const { outcomes, watchers } = auction;
  let tries = 0;
  let firstBidAt = 0;

  /** The n-th bid, until all watchers have asked, and their answers, until it is done. */
  let overtaking: (() => void) | null = null;
  const held: (() => void)[] = [];
  const overtake = (): void => {
    if (!overtaking || held.length < watchers.size) return;
    overtaking();
    overtaking = null;
    for (const show of held.splice(0)) show();
  };

  const answerTo = (socket: WebSocket, type: string, data: { amount: number; commandId: string; t0: number }) => {
    if (type === "clock:sync") return { ok: true, t0: data.t0, serverTime: new Date().toISOString() };
    if (type === "auction:watch") {
      watchers.add(socket);
      return { ok: true, auction: auction.view(), viewers: watchers.size, serverTime: new Date().toISOString() };
    }
    tries += 1;
    commands.set(data.commandId, (commands.get(data.commandId) ?? 0) + 1);
    if (tries === faults.diesAt) {
      void die();
      return null;
    }
    if (tries === faults.unavailableAt) return { ok: false, error: { code: "UNAVAILABLE", message: "Again." } };
    const outcome = auction.place(data.amount, data.commandId);
    if (tries !== faults.cutsAt) return outcome;
    socket.terminate();
    return null;
  };

  const die = async (): Promise<void> => {
    for (const client of server.clients) client.terminate();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };

  const http = createServer((request, response) => {
    const isAuction = request.url === `/api/auctions/${auctionId}`;
    response.writeHead(isAuction ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isAuction ? { auction: auction.view() } : { code: "NOT_FOUND", message: "Not found" }));
  });
  const server = new WebSocketServer({ server: http, path: "/ws" });
  server.on("connection", (socket) => {
    socket.on("close", () => watchers.delete(socket));
    socket.on("message", (raw) => {
      const { id, type, data } = JSON.parse(raw.toString());
      if (type === "bid:place" && outcomes.size + 1 === faults.overtakes && !overtaking) {
        overtaking = () => socket.send(JSON.stringify({ id, ...answerTo(socket, type, data) }));
        overtake();
        return;
      }
      const answer = answerTo(socket, type, data);
      const send = (): void => {
        if (answer) socket.send(JSON.stringify({ id, ...answer }));
      };
      if (type === "auction:watch" && outcomes.size > 0 && outcomes.size < (faults.overtakes ?? 0)) {
        held.push(send);
        overtake();
        return;
      }
      if (type !== "bid:place" || faults.stallsMs === undefined) return send();
      firstBidAt ||= performance.now();
      setTimeout(send, Math.max(0, firstBidAt + faults.stallsMs - performance.now()));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, auctionId, commands, close: die };
};
