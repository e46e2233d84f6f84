import { expect, it } from "vitest";
import { attemptAfter } from "./attempts.ts";

const orders = (hadWebSocket: boolean) =>
  [0, 1, 2, 3, 4, 5].map((failures) => attemptAfter({ failures, isTimeout: true, hadWebSocket }).transports.join(" "));

it("tries a WebSocket first, and polling in every second attempt where no WebSocket has worked yet", () => {
  expect(orders(false)).toEqual(["websocket polling", "polling", "websocket", "polling", "websocket", "polling"]);
});

it("seldom polls where a WebSocket has worked, because a browser polls over its dead connections", () => {
  expect(orders(true)).toEqual(["websocket polling", "websocket", "websocket", "websocket", "polling", "websocket"]);
});

it("waits long only after a refusal, because an attempt without an answer was a wait itself", () => {
  const after = (isTimeout: boolean) => attemptAfter({ failures: 2, isTimeout, hadWebSocket: true }).longestWaitMs;
  expect([after(true), after(false)]).toEqual([1_500, 5_000]);
});

it("makes one attempt of four long, for a network slower than 2G", () => {
  const times = [0, 1, 2, 3, 4].map(
    (failures) => attemptAfter({ failures, isTimeout: true, hadWebSocket: true }).timeoutMs,
  );
  expect(times).toEqual([5_000, 5_000, 5_000, 10_000, 5_000]);
});
