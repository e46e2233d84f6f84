// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { LotCard } from "./lot-card.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, state: "live", onState: () => () => {} }),
}));

const lot = (change: Partial<Auction> = {}) =>
  ({
    _id: "a1",
    title: "Talking drum",
    description: "Carved in Oyo",
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 12_500.5,
    bidCount: 3,
    status: "active",
    endTime: new Date(Date.now() + 7_500_000).toISOString(),
    seller: { _id: "s", username: "chidinma" },
    isLeading: false,
    ...change,
  }) as Auction;
const show = (auction: Auction) => {
  answerFetch({});
  renderAt("/", { "/": () => <LotCard auction={auction} outbid={false} /> });
  return within(screen.getByRole("article", { name: "Talking drum" }));
};
afterEach(cleanUp);

// S033
it("shows status, title, description, price, time left and seller", () => {
  const card = show(lot());
  expect(card.getByText("Active")).toBeTruthy();
  expect(card.getByRole("heading", { name: "Talking drum" })).toBeTruthy();
  expect(card.getByText("Carved in Oyo")).toBeTruthy();
  expect(card.getByText("₦12,500.50")).toBeTruthy();
  expect(card.getByText("2h 4m")).toBeTruthy();
  expect(card.getByText(/chidinma/)).toBeTruthy();
});

// S029
it("shows the first image, not the video before it", () => {
  show(
    lot({
      media: [
        { url: "/media/film.mp4", type: "video" },
        { url: "/media/first.webp", type: "image" },
        { url: "/media/second.webp", type: "image" },
      ],
    }),
  );
  expect([...document.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([
    "/media/first.webp",
  ]);
});
