import { expect, it } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { WatchRegistry } from "./watch-registry.ts";
import { Wire } from "./wire.ts";

const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};
const watched = (version: number) => ({ ok: true, auction: { _id: "a", version }, viewers: 1, serverTime: "" });

it("passes on, with each answer, the version that the request named", async () => {
  const socket = new FakeSocket();
  const asked: (number | undefined)[] = [];
  const registry = new WatchRegistry(new Wire(socket), {
    onWatched: (_auctionId, _answer, sinceVersion) => void asked.push(sinceVersion),
    onRefused: () => {},
    onJoined: () => {},
  });
  socket.accept();
  registry.watchAuction("a", () => 5);
  socket.sent("auction:watch")[0]?.answer(watched(4));
  await settle();
  expect(asked).toEqual([5]);
});

it("watches again when an answer still leaves a gap, and sends only one watch at a time", async () => {
  const socket = new FakeSocket();
  let held = 1;
  const registry = new WatchRegistry(new Wire(socket), {
    onWatched: (auctionId, { auction }) => {
      held = auction.version;
      // The event that came meanwhile has version 5.
      if (held < 4) void registry.rewatch(auctionId);
    },
    onRefused: () => {},
    onJoined: () => {},
  });
  socket.accept();
  registry.watchAuction("a", () => held);
  void registry.rewatch("a");
  expect(socket.sent("auction:watch")).toHaveLength(1);
  socket.sent("auction:watch")[0]?.answer(watched(2));
  await settle();
  expect(socket.sent("auction:watch").map(({ data }) => data)).toEqual([
    { auctionId: "a", sinceVersion: 1 },
    { auctionId: "a", sinceVersion: 2 },
  ]);
  void registry.rewatch("a");
  expect(socket.sent("auction:watch")).toHaveLength(2);
  socket.sent("auction:watch")[1]?.answer(watched(4));
  await settle();
  void registry.rewatch("a");
  expect(socket.sent("auction:watch")).toHaveLength(3);
});
