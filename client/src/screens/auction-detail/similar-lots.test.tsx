// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { SimilarLots } from "./similar-lots.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-21T12:00:00.000Z"),
  getConnection: () => ({ listen: () => () => {}, state: "live", onState: () => () => {} }),
}));
afterEach(cleanUp);

const lot = (_id: string, ...categories: string[]) =>
  ({
    _id,
    title: `Lot ${_id}`,
    description: "",
    categories,
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 1000,
    bidCount: 0,
    status: "active",
    endTime: "2026-11-22T12:00:00.000Z",
    seller: { _id: "s", username: "jara" },
    leader: null,
    isLeading: false,
  }) as unknown as Auction;
const show = (ended: Auction, answer: (category: string | null, asked: URLSearchParams) => Auction[]) => {
  const calls = answerFetch({
    "GET /auctions": (_, search) => {
      const asked = new URLSearchParams(search);
      return { body: { auctions: answer(asked.get("category"), asked), total: 9, outbid: ["b"] } };
    },
  });
  renderAt("/", { "/": () => <SimilarLots auction={ended} /> });
  return calls;
};
const shown = () => screen.getAllByRole("article").map((card) => card.getAttribute("aria-labelledby"));

it("shows at most four open lots of the same category and about the same price, without the lot itself", async () => {
  const tools = ["a", "b", "c", "d", "e", "f"].map((id) => lot(id, "tools"));
  const calls = show({ ...lot("a", "tools"), currency: "USD" }, () => tools);
  expect(await screen.findByRole("heading", { name: "Similar lots" })).toBeTruthy();
  expect(shown()).toHaveLength(4);
  expect(screen.queryByText("Lot a")).toBeNull();
  for (const { search } of calls.filter(({ call }) => call === "GET /auctions")) {
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
      category: "tools",
      minPrice: "500",
      maxPrice: "2000",
      priceCurrency: "USD",
    });
  }
  const all = screen.getByRole("link", { name: "All in Tools & Equipment" });
  expect(all.getAttribute("href")).toBe("/?category=tools");
});

it("says on which of them the reader was outbid", async () => {
  show(lot("x", "tools"), () => [lot("a", "tools"), lot("b", "tools")]);
  expect((await screen.findByText("Outbid")).closest("article")?.textContent).toContain("Lot b");
});

it("puts lots whose titles share words with the lot first", async () => {
  const named = (id: string, title: string) => ({ ...lot(id, "furniture"), title });
  const lots = [named("a", "Office stool"), named("b", "50 chairs"), named("c", "Leather sofa, brown")];
  show(named("x", "Leather sofa for three"), () => lots);
  await screen.findByText("Office stool");
  expect(screen.getAllByRole("article").map((card) => card.querySelector("h3")?.textContent)).toEqual([
    "Leather sofa, brown",
    "Office stool",
    "50 chairs",
  ]);
});

it("does not call lots of another price similar", async () => {
  show(lot("a", "tools"), (_, asked) => (asked.has("minPrice") ? [lot("a", "tools")] : [lot("b", "tools")]));
  expect(await screen.findByRole("heading", { name: "More in Tools & Equipment" })).toBeTruthy();
  expect(screen.getByText("Lot b")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Similar lots" })).toBeNull();
});

it("shows the lots that end soon if none is of the same kind", async () => {
  const calls = show(lot("a", "tools"), (category) => (category ? [] : [lot("x", "books")]));
  expect(await screen.findByRole("heading", { name: "Ending soon" })).toBeTruthy();
  expect(screen.getByText("Lot x")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Browse all auctions" }).getAttribute("href")).toBe("/");
  const asked = calls.filter(({ call }) => call === "GET /auctions").map(({ search }) => search);
  expect(asked.some((search) => search.includes("category=tools"))).toBe(true);
  expect(asked.some((search) => !search.includes("category"))).toBe(true);
});

it("still leads to the other auctions if no lot is open", async () => {
  show(lot("a"), () => []);
  expect(await screen.findByRole("heading", { name: "More auctions" })).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
});
