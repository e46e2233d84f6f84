// A bidder who bids on a lot without a pause, several bids at once, and records the outcome of each: over Socket.IO
// (which connects again by itself), plain WebSocket, or REST on a connection that is kept.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { WebSocket } from "ws";
import type { Person } from "./e2e-people.ts";

export interface Tried {
  readonly commandId: string;
  readonly amount: number;
  readonly sentAt: number;
  /** "ok", a refusal's code, or null: no answer ever came. */
  outcome: string | null;
}

export interface EagerBidder {
  readonly auctionId: string;
  readonly tried: Tried[];
  isConnected(): boolean;
  /** Resolves to the transport's own words for the end of the connection. */
  readonly ended: Promise<string>;
  stop(): void;
}

interface Given {
  readonly address: string;
  readonly person: Person;
  readonly auctionId: string;
  readonly startAt: number;
}

type Place = (data: { auctionId: string; amount: number; commandId: string }) => Promise<string | null>;

const AT_ONCE = 3;

/** Bids until `isOver`; each of the lanes waits for its answer before the next. */
const bidOn = ({ auctionId, startAt }: Given, place: Place, isOver: () => boolean): Tried[] => {
  const tried: Tried[] = [];
  let amount = startAt;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      amount += 100;
      const one: Tried = { commandId: randomUUID(), amount, sentAt: Date.now(), outcome: null };
      tried.push(one);
      one.outcome = await place({ auctionId, amount: one.amount, commandId: one.commandId });
      await sleep(2);
    }
  };
  for (let i = 0; i < AT_ONCE; i++) void lane();
  return tried;
};

export const overPolling = (given: Given): Promise<EagerBidder> => overSocketIo(given, "polling");

export const overSocketIo = async (
  given: Given,
  transport: "websocket" | "polling" = "websocket",
): Promise<EagerBidder> => {
  const { address, person } = given;
  const socket = io(address, { transports: [transport], forceNew: true, auth: { token: person.token } });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    socket.once("disconnect", (reason) => {
      isOver = true;
      // Active: it is about to connect again.
      resolve(`${reason}, ${socket.active ? "connects again" : "stays away"}`);
      socket.disconnect();
    });
  });
  const place: Place = (data) =>
    new Promise((resolve) => {
      socket.emit("bid:place", data, (answer: { ok: boolean; error?: { code: string } }) =>
        resolve(answer.ok ? "ok" : (answer.error?.code ?? "?")),
      );
      void ended.then(() => resolve(null));
    });
  const tried = bidOn(given, place, () => isOver);
  return {
    auctionId: given.auctionId,
    tried,
    isConnected: () => socket.connected,
    ended,
    stop: () => void socket.disconnect(),
  };
};

export const overPlainWebSocket = async (given: Given): Promise<EagerBidder> => {
  const ws = new WebSocket(`${given.address.replace("http", "ws")}/ws`, {
    headers: { authorization: `Bearer ${given.person.token}` },
  });
  const waiting = new Map<string, (outcome: string) => void>();
  ws.on("message", (raw) => {
    const { id, ok, error } = JSON.parse(raw.toString());
    if (id !== undefined) waiting.get(id)?.(ok ? "ok" : error.code);
  });
  ws.on("error", () => {});
  await new Promise((resolve) => ws.once("open", resolve));
  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    ws.once("close", (code) => {
      isOver = true;
      resolve(String(code));
    });
  });
  const place: Place = (data) =>
    new Promise((resolve) => {
      waiting.set(data.commandId, resolve);
      if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify({ id: data.commandId, type: "bid:place", data }));
      void ended.then(() => resolve(null));
    });
  const tried = bidOn(given, place, () => isOver);
  return {
    auctionId: given.auctionId,
    tried,
    isConnected: () => ws.readyState === WebSocket.OPEN,
    ended,
    stop: () => ws.terminate(),
  };
};

export const overRest = async (given: Given): Promise<EagerBidder> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let isOver = false;
  let end: (how: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const place: Place = ({ auctionId, amount, commandId }) =>
    new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${given.person.token}`,
        "content-type": "application/json",
        "idempotency-key": commandId,
      };
      const over = (outcome: string | null, how: string): void => {
        isOver = true;
        end(how);
        resolve(outcome);
      };
      const request = http.request(`${given.address}/api/bids`, { method: "POST", agent, headers }, (response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        response.on("end", () => {
          if (response.statusCode === 201) return resolve("ok");
          const { code } = JSON.parse(text);
          if (code === "UNAVAILABLE") over(code, code);
          else resolve(code);
        });
        response.on("error", () => over(null, "cut"));
      });
      request.on("error", () => over(null, "refused"));
      request.end(JSON.stringify({ auctionId, amount }));
    });
  const tried = bidOn(given, place, () => isOver);
  const stop = (): void => {
    isOver = true;
    agent.destroy();
  };
  return { auctionId: given.auctionId, tried, isConnected: () => !isOver, ended, stop };
};
