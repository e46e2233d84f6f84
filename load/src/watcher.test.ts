// Tests a watcher whose server was restored to an earlier moment: it takes back what it has, and follows again.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { newCounts } from "./counts.ts";
import { observers } from "./observer.ts";
import { Watcher } from "./watcher.ts";

const AUCTION = "lot";

/** A server that has the lot in one version, which a test changes. */
const serve = async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const state = { version: 10, asked: [] as unknown[], socket: null as WebSocket | null };
  server.on("connection", (socket) => {
    state.socket = socket;
    socket.on("message", (raw) => {
      const { id, data } = JSON.parse(String(raw)) as { id: number; data: unknown };
      state.asked.push(data);
      socket.send(JSON.stringify({ id, ok: true, auction: { _id: AUCTION, version: state.version }, viewers: 1 }));
    });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const watcher = new Watcher(0, "websocket", url, newCounts(), observers([]));
  onTestFinished(() => {
    watcher.line.close();
    server.close();
  });
  await watcher.line.open();
  await watcher.watch([AUCTION], () => false);
  const push = (version: number): void =>
    state.socket?.send(
      JSON.stringify({ type: "auction:resumed", data: { auctionId: AUCTION, version, endTime: "", serverTime: "" } }),
    );
  return { state, watcher, push };
};

it("takes an earlier version only as the answer to its own", async () => {
  const { state, watcher, push } = await serve();
  expect(watcher.versionOf(AUCTION)).toBe(10);
  state.version = 7;
  await watcher.dropped();
  expect(state.asked.at(-1)).toEqual({ auctionId: AUCTION, sinceVersion: 10 });
  expect(watcher.versionOf(AUCTION)).toBe(7);
  // A late event of before is not an answer.
  push(6);
  push(8);
  await vi.waitFor(() => expect(watcher.versionOf(AUCTION)).toBe(8), 15_000);
});

it("asks again if an event overtook the earlier answer", async () => {
  const { state, watcher, push } = await serve();
  const { socket } = state;
  socket?.removeAllListeners("message");
  socket?.once("message", (raw) => {
    const { id } = JSON.parse(String(raw)) as { id: number };
    push(8);
    socket.send(JSON.stringify({ id, ok: true, auction: { _id: AUCTION, version: 7 }, viewers: 1 }));
    socket.on("message", (again) => {
      const second = JSON.parse(String(again)) as { id: number };
      socket.send(JSON.stringify({ id: second.id, ok: true, auction: { _id: AUCTION, version: 8 }, viewers: 1 }));
    });
  });
  socket?.send(JSON.stringify({ type: "auction:resync", data: { auctionId: AUCTION } }));
  await vi.waitFor(() => expect(watcher.versionOf(AUCTION)).toBe(8), 15_000);
});
