// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../app/render-for-test.tsx";
import { Component as AuctionDetail } from "./auction-detail.tsx";

vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchAuction: () => () => {},
    rewatch: () => {},
    clock: { hint: () => {} },
    state: "live",
    onState: () => () => {},
  }),
}));
afterEach(cleanUp);

const screens = { "/": () => <p>the auctions</p>, "/auction/:id": AuctionDetail };

// S057
it("fetches the auction of its address, and reports when there is none", async () => {
  const calls = answerFetch({});
  renderAt("/auction/unknown", screens);
  expect(await screen.findByRole("heading", { name: "Auction not found" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Back to Auctions" })).toBeTruthy();
  expect(calls.map(({ call }) => call)).toContain("GET /auctions/unknown");
});

it("offers a search and the lots that end soon where there is no auction", async () => {
  const lot = {
    _id: "a1",
    title: "Talking drum",
    description: "Carved in Oyo",
    media: [],
    imageUrl: null,
    categories: [],
    currency: "NGN",
    currentPrice: 12_500,
    bidCount: 3,
    status: "active",
    endTime: new Date(Date.now() + 7_500_000).toISOString(),
    seller: { _id: "s", username: "chidinma" },
    isLeading: false,
  };
  const calls = answerFetch({ "GET /auctions": { body: { auctions: [lot], total: 1 } } });
  const router = renderAt("/auction/gone", screens);
  const soon = within(await screen.findByRole("region", { name: "Ending soon" }));
  expect(soon.getByRole("article", { name: "Talking drum" })).toBeTruthy();
  expect(calls.find(({ call }) => call === "GET /auctions")?.search).toBe("?sortBy=endTime&sortOrder=asc&limit=4");
  fireEvent.change(screen.getByRole("searchbox", { name: "Search auctions" }), { target: { value: " drum " } });
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(router.state.location.search).toBe("?search=drum"));
});

// S426
it("reports when the auction cannot be loaded, and offers Back and Retry", async () => {
  const calls = answerFetch({ "GET /auctions/broken": { status: 500, body: {} } });
  renderAt("/auction/broken", screens);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load auction details");
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  const before = calls.length;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(calls.length).toBe(before + 1));
});
