import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { LazySocket } from "./lazy-socket.ts";
import { LiveConnection } from "./live-connection.ts";

const settle = () => vi.advanceTimersByTimeAsync(0);
const RETRY_AT_MOST_MS = 500;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("loads the code at the first connect and only once, and then brings the connection live", async () => {
  const socket = new FakeSocket();
  const load = vi.fn(async () => socket);
  const live = new LiveConnection(new LazySocket(load), () => {});
  expect(load).not.toHaveBeenCalled();
  live.start();
  live.restart();
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
  expect(socket.connects).toBe(1);
  socket.accept();
  await settle();
  expect(live.state).toBe("live");
  live.stop();
});

it("loads the code again after a failed attempt", async () => {
  const socket = new FakeSocket();
  const load = vi.fn(async () => socket).mockRejectedValueOnce(new TypeError("Failed to fetch the module"));
  const live = new LiveConnection(new LazySocket(load), () => {});
  live.start();
  await settle();
  expect(socket.connects).toBe(0);
  await vi.advanceTimersByTimeAsync(RETRY_AT_MOST_MS);
  expect(load).toHaveBeenCalledTimes(2);
  expect(socket.connects).toBe(1);
  live.stop();
});

it("does not connect when it was disconnected while the code was loading", async () => {
  const socket = new FakeSocket();
  let loaded = (_: FakeSocket) => {};
  const lazy = new LazySocket(
    () =>
      new Promise<FakeSocket>((resolve) => {
        loaded = resolve;
      }),
  );
  lazy.connect();
  lazy.disconnect();
  loaded(socket);
  await settle();
  expect(socket.connects).toBe(0);
  lazy.connect();
  expect(socket.connects).toBe(1);
});

it("passes listeners, messages and the state through to the loaded socket", async () => {
  const socket = new FakeSocket();
  const lazy = new LazySocket(async () => socket);
  const heard: unknown[] = [];
  lazy.onAny((event, data) => heard.push([event, data]));
  lazy.on("disconnect", (reason) => heard.push(reason));
  expect([lazy.connected, lazy.active]).toEqual([false, false]);
  lazy.connect();
  expect(lazy.active).toBe(true);
  await settle();
  socket.accept();
  expect(lazy.connected).toBe(true);
  const answers: unknown[] = [];
  lazy.emit("clock:sync", { t0: 1 }, (answer) => answers.push(answer));
  await settle();
  expect(answers).toMatchObject([{ ok: true, t0: 1 }]);
  socket.push("auction:note", { auctionId: "a" });
  lazy.disconnect();
  expect(heard).toEqual([["auction:note", { auctionId: "a" }], "io client disconnect"]);
});
