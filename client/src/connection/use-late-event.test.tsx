// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EarlyFrames } from "./early-frames.ts";
import { useLateEvent } from "./use-live-event.ts";

const held = vi.hoisted(() => ({
  listeners: new Set<(frame: unknown) => void>(),
  earlyFrames: null as EarlyFrames | null,
}));
const { listeners } = held;
vi.mock("./connection.ts", () => ({
  get earlyFrames() {
    return held.earlyFrames;
  },
  getConnection: () => ({
    listen: ({ onFrame }: { onFrame: (frame: unknown) => void }) => {
      held.listeners.add(onFrame);
      return () => held.listeners.delete(onFrame);
    },
  }),
}));
/** Those of a page that was just loaded. */
let earlyFrames: EarlyFrames;
beforeEach(() => {
  earlyFrames = new EarlyFrames();
  held.earlyFrames = earlyFrames;
});

const outbid = (auctionId: string) => ({ type: "bid:outbid", data: { auctionId } }) as PushFrame;
const seen: string[] = [];
const Listener = () => {
  useLateEvent("bid:outbid", ({ auctionId }) => seen.push(auctionId));
  return null;
};

afterEach(() => {
  cleanup();
  seen.length = 0;
});

it("hears the events of its type that came before it, in their order, and the later ones once each", () => {
  earlyFrames.keep(outbid("a"));
  earlyFrames.keep({ type: "server:notice", data: {} } as unknown as PushFrame);
  earlyFrames.keep(outbid("b"));
  render(<Listener />);
  expect(seen).toEqual(["a", "b"]);
  for (const listener of listeners) listener(outbid("c"));
  expect(seen).toEqual(["a", "b", "c"]);
});

it("does not hear the events of a session that ended", () => {
  earlyFrames.keep(outbid("a"));
  earlyFrames.clear();
  render(<Listener />);
  expect(seen).toEqual([]);
});

it("keeps the newest events of a busy page, and none after the late code has begun to listen", () => {
  for (let i = 0; i < 1000; i += 1) earlyFrames.keep(outbid(String(i)));
  expect(earlyFrames.list).toHaveLength(200);
  expect(earlyFrames.list.at(-1)).toEqual(outbid("999"));
  earlyFrames.end();
  earlyFrames.keep(outbid("late"));
  expect(earlyFrames.list).toEqual([]);
});
