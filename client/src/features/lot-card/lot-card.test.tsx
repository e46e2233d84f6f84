// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { textOf } from "../../lots/state-badges.ts";
import { useWatchlist } from "../../lots/watchlist/watched.ts";
import { cardBadgesOf } from "./lot-badges.tsx";
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
afterEach(() => {
  cleanUp();
  useWatchlist.setState({ ids: new Set() });
});

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

it("says where the lot is collected if it is elsewhere until then", () => {
  answerFetch({});
  const card = (collectIn?: string) => <LotCard auction={lot()} outbid={false} collectIn={collectIn} />;
  renderAt("/", {
    "/": () => (
      <>
        {card("Lagos")}
        {card()}
      </>
    ),
  });
  const texts = screen.getAllByRole("article").map(({ textContent }) => textContent?.includes("Collect in"));
  expect(texts).toEqual([true, false]);
  expect(screen.getByText("Collect in Lagos")).toBeTruthy();
});

it("tells screen readers the time left only while there is some", () => {
  const open = show(lot());
  expect(open.getByText("Time left:")).toBeTruthy();
  cleanUp();
  const ended = show(lot({ status: "ended" }));
  expect(ended.queryByText("Time left:")).toBeNull();
});

it.each([
  [{}, "Current price"],
  [{ status: "paused" }, "Current price"],
  [{ status: "ended", winner: { username: "a***e" } }, "Final price"],
  [{ status: "ended", winner: null }, "Highest bid"],
  [{ status: "ended", bidCount: 0 }, "Starting price"],
  [{ status: "sold" }, "Final price"],
] as [Partial<Auction>, string][])("calls the price of %j %s", (change, label) => {
  expect(show(lot(change)).getByText(label)).toBeTruthy();
});

it.each([
  [{}, true],
  [{ status: "paused" }, true],
  [{ status: "ended" }, false],
  [{ status: "sold" }, false],
] as [Partial<Auction>, boolean][])(
  "names the price of Buy It Now with its fee beside the current one, of an open lot alone: %j",
  (change, isShown) => {
    const card = show(lot({ buyItNowPrice: 20_000, buyItNowFee: 1000, totalAmount: 21_000, ...change }));
    expect(card.getByText("₦12,500.50")).toBeTruthy();
    expect(card.queryByText("₦21,000.00")?.parentElement?.textContent).toBe(
      isShown ? "Buy It Now ₦21,000.00" : undefined,
    );
  },
);

const premium = { buyersPremium: { percent: 10, vatPercent: 7.5 } };
it.each([
  [{}, []],
  [premium, ["₦13,844.31 in all"]],
  [{ bidCount: 0, minimumBid: 13_000 }, ["First bid ₦13,000.00"]],
  [{ bidCount: 0, minimumBid: 13_000, ...premium }, ["First bid ₦13,000.00", "₦14,397.50 in all"]],
  [{ bidCount: 0, minimumBid: 13_000, status: "ended" }, []],
] as [Partial<Auction>, string[]][])(
  "says of %j what the first bid is, and what one pays in all",
  async (change, lines) => {
    const card = show(lot(change));
    if (change.buyersPremium) await card.findByText(/in all$/);
    const said = card.queryAllByText(/^First bid|in all$/).map(({ parentElement }) => parentElement?.textContent);
    expect(said).toEqual(lines);
    expect(card.getByText("₦12,500.50")).toBeTruthy();
  },
);

it.each([
  [{}, false, []],
  [{ hasReserve: true, reserveMet: false, isLeading: true }, false, ["Leading, reserve not met"]],
  [{ hasReserve: false, buyItNowPrice: 5 }, false, ["No reserve"]],
  [{ hasReserve: true, buyItNowPrice: 5 }, false, []],
  [{ hasReserve: false, isLeading: true }, true, ["Leading", "No reserve"]],
  [{ hasReserve: false, buyItNowPrice: 5 }, true, ["Outbid", "No reserve"]],
  [{ endTime: new Date(1_000_000 + 4.5 * 60_000).toISOString() }, false, []],
  [{ endTime: new Date(1_000_000 + 59_000).toISOString() }, true, ["Outbid"]],
  [{ status: "ended", isLeading: true, hasReserve: false }, false, []],
] as [Partial<Auction>, boolean, string[]][])("shows for %j, outbid %s, the badges %j", (change, outbid, texts) => {
  expect(cardBadgesOf(lot(change), outbid, 1_000_000).map(textOf)).toEqual(texts);
});

it.each([
  [{}, false, ["Watching"]],
  [{ hasReserve: false, buyItNowPrice: 5 }, false, ["Watching", "No reserve"]],
  [{ isLeading: true }, false, ["Leading", "Watching"]],
  [{ hasReserve: false }, true, ["Outbid", "Watching", "No reserve"]],
  [{ endTime: new Date(1_000_000 + 4.5 * 60_000).toISOString() }, false, ["Watching"]],
  [{ status: "ended" }, false, []],
] as [Partial<Auction>, boolean, string[]][])(
  "shows for a watched lot with %j, outbid %s, the badges %j",
  (change, outbid, texts) => {
    expect(cardBadgesOf(lot(change), outbid, 1_000_000, true).map(({ words }) => words)).toEqual(texts);
  },
);

it("marks a lot that a saved search has just found, before the badge Watching", () => {
  const texts = cardBadgesOf(lot({ isLeading: true }), false, 1_000_000, true, true).map(({ words }) => words);
  expect(texts).toEqual(["Leading", "New", "Watching"]);
});

it("has the heart outside its link, and the badge Watching once the lot is watched", () => {
  const card = show(lot());
  const heart = card.getByRole("button", { name: "Watch Talking drum" });
  expect(heart.closest("a")).toBeNull();
  expect(card.queryByText("Watching")).toBeNull();
  act(() => useWatchlist.setState({ ids: new Set(["a1"]) }));
  expect(card.getByText("Watching")).toBeTruthy();
  expect(heart.getAttribute("aria-pressed")).toBe("true");
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
  const card = screen.getByRole("article");
  expect([...card.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual(["/media/first.webp"]);
});
