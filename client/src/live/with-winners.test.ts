// @vitest-environment happy-dom

import type { Auction } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useAuctionsWithWinners } from "./with-winners.ts";

const page = vi.hoisted(() => ({ onFrame: (_frame: unknown): void => {}, live: [] as unknown[] }));
vi.mock("../connection/use-live-event.ts", () => ({
  usePushedEvents: (onFrame: (frame: unknown) => void) => {
    page.onFrame = onFrame;
  },
}));
vi.mock("./live.ts", () => ({ useLiveAuctions: () => page.live }));
afterEach(cleanup);

const lot = (details: Partial<Auction>) =>
  ({
    _id: "a1",
    bidCount: 2,
    hasReserve: true,
    reserveMet: true,
    winner: null,
    leader: { username: "ada" },
    ...details,
  }) as Auction;
const open = lot({ status: "active" });
const ended = lot({ status: "ended" });

/**
 * Shows a lot that was read as `read` and that events have changed to `now`. Returns a function that gives its state.
 */
const show = (read: Auction, now: Auction) => {
  page.live = [now];
  const { result } = renderHook(() => useAuctionsWithWinners([read]));
  return () => result.current.map((auction) => publicOutcomeOf(auction))[0];
};
const hear = (frame: object) => act(() => page.onFrame(frame as PushFrame));

it("A lot that ended while the console was open was won by its leader, if the reserve is met", () => {
  expect(show(open, ended)()).toBe("sold");
  expect(show(open, lot({ status: "ended", reserveMet: false }))()).toBe("reserve-not-met");
  expect(show(open, open)()).toBeNull();
});

it("A lot that had ended when it was read keeps the winner that was read, even if there is none", () => {
  expect(show(ended, ended)()).toBe("no-winner");
});

it("A lot whose winner is voided after it ended, while the console is open, is not sold any more", () => {
  const state = show(open, ended);
  hear({ type: "auction:status", data: { auctionId: "a1", version: 5, status: "ended" } });
  expect(state()).toBe("sold");
  hear({ type: "auction:updated", data: { auctionId: "a1", version: 6, auction: ended } });
  expect(state()).toBe("no-winner");
  // It opens again and ends, and the listing does not name the winner.
  hear({ type: "auction:status", data: { auctionId: "a1", version: 7, status: "active" } });
  hear({ type: "auction:status", data: { auctionId: "a1", version: 8, status: "ended" } });
  expect(state()).toBe("sold");
});
