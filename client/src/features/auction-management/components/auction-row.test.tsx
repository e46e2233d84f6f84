// @vitest-environment happy-dom
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { cleanUp, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { AuctionRow } from "./auction-row.tsx";

afterEach(cleanUp);

const lot = {
  ...{ _id: "a", title: "Drum", status: "ended", currency: "NGN", seller: { username: "admin" }, categories: [] },
  ...{ startingPrice: 1_000, currentPrice: 1_000, bidIncrement: 100, bidCount: 0, media: [], leader: null },
  ...{ winner: null, settlementId: null, watchlistCount: 0, sale: null, relistedFrom: null, relistedAs: null },
  ...{ startTime: null, endTime: "2026-11-22T12:00:00.000Z", endedAt: "2026-11-22T12:00:00.000Z" },
  ...{ createdAt: "2026-11-20T12:00:00.000Z", pausedUntil: null, reservePrice: null, buyItNowPrice: null },
} as unknown as ManagedAuction;

const show = (relistedAs: ManagedAuction["relistedAs"]) => {
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
  const nothing = () => {};
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuctionRow
          auction={{ ...lot, relistedAs }}
          {...{ pending: undefined, failure: undefined, editAddress: "", isSelected: false }}
          {...{ onStatus: nothing, onDelete: nothing, onSelect: nothing, onMenu: nothing }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.queryByRole("button", { name: "Delete Drum" }) !== null;
};

it("offers the deletion of a lot without bids only while it has no copy", () => {
  expect(show(null)).toBe(true);
  cleanup();
  expect(show({ _id: "copy", title: "Drum" })).toBe(false);
});
