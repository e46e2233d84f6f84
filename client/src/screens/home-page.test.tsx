// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../app/render-for-test.tsx";
import { Component as Home } from "./home.tsx";

vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
afterEach(cleanUp);

// S028
it("shows the title and tagline, the search and the lots", async () => {
  const lots = ["Drum", "Kettle"].map((title) => ({
    _id: title,
    title,
    description: "",
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 5,
    bidCount: 0,
    status: "active",
    endTime: new Date(Date.now() + 7_500_000).toISOString(),
    seller: { _id: "s", username: "jara" },
    version: 1,
  }));
  answerFetch({ "GET /auctions": { body: { auctions: lots, total: 2 } } });
  renderAt("/", { "/": Home });
  const title = screen.getByRole("heading", { level: 1, name: "Every bid is public" });
  expect(title.nextElementSibling?.textContent).toBe(
    "Live auctions across Nigeria. Bid by hand, or set your maximum and let it bid for you.",
  );
  expect(screen.getByRole("searchbox", { name: "Search auctions" })).toBeTruthy();
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => within(card).getByRole("heading").textContent)).toEqual(["Drum", "Kettle"]);
});
