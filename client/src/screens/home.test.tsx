// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../app/render-for-test.tsx";
import { Component as Home } from "./home.tsx";

interface Listener {
  onFrame?: (frame: unknown) => void;
  onJoined?: (feed: string) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>() }));
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: (listener: Listener) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
const push = (frame: unknown) =>
  act(async () => {
    for (const listener of live.listeners) listener.onFrame?.(frame as PushFrame);
  });
const join = () =>
  act(async () => {
    for (const listener of live.listeners) listener.onJoined?.("listing");
  });

let made = 0;
/** Each test has its own auctions, because the live store keeps what it received about one. */
const lot = (change: Partial<Auction> = {}): Auction => {
  made += 1;
  return {
    _id: `lot-${made}`,
    title: `Lot ${made}`,
    description: "Clean",
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 1000,
    bidCount: 1,
    status: "active",
    endTime: new Date(Date.now() + 7_500_000).toISOString(),
    seller: { _id: "s", username: "jara" },
    isLeading: false,
    version: 1,
    ...change,
  } as Auction;
};
const open = async (address: string, auctions: Auction[], total = auctions.length) => {
  const calls = answerFetch({ "GET /auctions": { body: { auctions, total } } });
  renderAt(address, { "/": Home });
  await screen.findByText(auctions[0]?.title ?? /No (active )?auctions/);
  return calls;
};
/** Leaves the requests of the list unanswered; the test answers them. */
const holdLists = (answers: ((answer: Response) => void)[]) =>
  vi.stubGlobal("fetch", (address: string) =>
    address.includes("/auctions?")
      ? new Promise<Response>((resolve) => answers.push(resolve))
      : Promise.resolve(new Response("{}", { status: 404 })),
  );
const listed = (calls: readonly { call: string }[]) => calls.filter(({ call }) => call === "GET /auctions").length;
const cardOf = (auction: Auction) => within(screen.getByRole("article", { name: auction.title }));

describe("Home", () => {
  afterEach(cleanUp);

  // S034
  it("shows the heading Active Auctions without a count when there are no filters", async () => {
    answerFetch({ "GET /auctions": { body: { auctions: [], total: 0 } } });
    renderAt("/", { "/": Home });
    expect(screen.getByText("Loading auctions...")).toBeTruthy();
    expect(await screen.findByText("No active auctions at the moment.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Active Auctions" })).toBeTruthy();
    expect(screen.queryByText(/Found/)).toBeNull();
  });

  // S035
  it("shows the heading Search Results with the count and the text while searching", async () => {
    const calls = await open("/?search=drum&maxPrice=50", [lot()], 31);
    expect(screen.getByRole("heading", { name: "Search Results" })).toBeTruthy();
    expect(screen.getByText(/Found 31 auction/).parentElement?.textContent).toBe("Found 31 auction(s) for “drum”");
    const asked = calls.filter(({ call }) => call === "GET /auctions").map(({ search }) => search);
    expect(asked).toContain("?search=drum&maxPrice=50&sortBy=relevance&page=1&limit=24");
  });

  // S036
  it("says when nothing matches the search", async () => {
    await open("/?search=zzz", []);
    expect(screen.getByText("No auctions found matching your search criteria.")).toBeTruthy();
  });

  // S425
  it("says when the list cannot be fetched, and tries again when asked", async () => {
    const calls = answerFetch({ "GET /auctions": { status: 400, body: {} } });
    renderAt("/", { "/": Home });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch auctions");
    const before = listed(calls);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await vi.waitFor(() => expect(listed(calls)).toBe(before + 1), 15_000);
  });

  // S030
  it("makes each card one link to its auction", async () => {
    const one = lot();
    await open("/", [one]);
    const links = cardOf(one).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([`/auction/${one._id}`]);
    expect(links[0]?.textContent).toBe("View Details");
    const names = cardOf(one)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"));
    expect(names, "only the heart stands over the link").toEqual([`Watch ${one.title}`]);
    expect(cardOf(one).getByText("2h 4m")).toBeTruthy();
    expect(cardOf(one).getByText("No Image")).toBeTruthy();
  });

  it("updates the price live without moving the lots", async () => {
    const [first, second] = [lot(), lot()];
    await open("/", [first, second]);
    await push({
      type: "auction:price",
      data: { auctionId: second._id, version: 2, fromVersion: 2, currentPrice: 9000.5, minimumBid: 9001, bidCount: 2 },
    });
    expect(cardOf(second).getByText("₦9,000.50")).toBeTruthy();
    expect(cardOf(second).getByText("2 bids")).toBeTruthy();
    expect(screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent)).toEqual([
      first.title,
      second.title,
    ]);
  });

  it("changes Leading to Outbid when the server reports it", async () => {
    const one = lot({ isLeading: true });
    await open("/", [one]);
    expect(cardOf(one).getByText("Leading")).toBeTruthy();
    await push({ type: "auction:mine", data: { auctionId: one._id, version: 2, isLeading: false, bidIds: [] } });
    await push({ type: "bid:outbid", data: { auctionId: one._id, title: one.title, currentPrice: 2, minimumBid: 3 } });
    expect(cardOf(one).queryByText("Leading")).toBeNull();
    expect(cardOf(one).getByText("Outbid")).toBeTruthy();
  });

  it("keeps an ended lot in its place and shows Ended", async () => {
    const one = lot();
    await open("/", [one]);
    await push({ type: "auction:status", data: { auctionId: one._id, version: 2, status: "ended" } });
    expect(cardOf(one).getAllByText("Ended")).toHaveLength(2);
  });

  it("announces a new auction and shows it only when asked", async () => {
    const calls = await open("/", [lot()]);
    const fresh = lot();
    await push({ type: "auction:created", data: { auction: fresh } });
    expect(screen.queryByText(fresh.title)).toBeNull();
    const before = listed(calls);
    fireEvent.click(await screen.findByRole("button", { name: "1 new auction — show" }));
    await vi.waitFor(() => expect(listed(calls)).toBe(before + 1), 15_000);
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: /new auction/ })).toBeNull(), 15_000);
  });

  it("fetches the list again when the feed is joined, however recently it was fetched", async () => {
    const [before, after] = [lot(), lot()];
    let held = [before];
    answerFetch({ "GET /auctions": () => ({ body: { auctions: held, total: 1 } }) });
    renderAt("/", { "/": Home });
    await screen.findByText(before.title);
    held = [after];
    await join();
    expect(await screen.findByText(after.title)).toBeTruthy();
  });

  it("waits when the feed is joined during the first request, and then fetches again", async () => {
    const [before, after] = [lot(), lot()];
    const bodies = [before, after].map((one) => JSON.stringify({ auctions: [one], total: 1 }));
    const answers: ((answer: Response) => void)[] = [];
    holdLists(answers);
    renderAt("/", { "/": Home });
    await vi.waitFor(() => expect(answers).not.toEqual([]), 15_000);
    // Strict mode mounts twice and therefore fetches twice.
    const first = answers.splice(0);
    await join();
    expect(answers).toEqual([]);
    for (const answer of first) answer(new Response(bodies[0]));
    await screen.findByText(before.title);
    await vi.waitFor(() => expect(answers).not.toEqual([]), 15_000);
    for (const answer of answers) answer(new Response(bodies[1]));
    await screen.findByText(after.title);
  });

  it("announces an auction that was created during the request when the answer does not contain it", async () => {
    const [one, created, unheard] = [lot(), lot(), lot()];
    await open("/", [one]);
    const answers: ((answer: Response) => void)[] = [];
    holdLists(answers);
    await join();
    for (const auction of [created, unheard]) await push({ type: "auction:created", data: { auction } });
    answers[0]?.(new Response(JSON.stringify({ auctions: [created, one], total: 2 })));
    await screen.findByText(created.title);
    expect(screen.getByRole("button", { name: "1 new auction — show" })).toBeTruthy();
  });

  it("announces no new auction while searching, because it may not match", async () => {
    await open("/?search=lot", [lot()]);
    await push({ type: "auction:created", data: { auction: lot() } });
    expect(screen.queryByRole("button", { name: /new auction/ })).toBeNull();
  });

  it("fetches the next page with Load more and focuses its first lot, and fetches none after the last page", async () => {
    const [first, second] = [lot(), lot()];
    const calls = answerFetch({
      "GET /auctions": (_body, search) => ({
        body: { auctions: [search.includes("page=2") ? second : first], total: 30 },
      }),
    });
    renderAt("/?search=lot", { "/": Home });
    fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
    await vi.waitFor(() => expect(calls.at(-1)?.search).toBe("?search=lot&sortBy=relevance&page=2&limit=24"), 15_000);
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Load more" })).toBeNull(), 15_000);
    expect(document.activeElement).toBe(cardOf(second).getByRole("link"));
  });

  it("shows Outbid after a reload, because the answer says so, until the reader leads again", async () => {
    const [one, other] = [lot(), lot()];
    answerFetch({ "GET /auctions": { body: { auctions: [one, other], total: 2, outbid: [one._id] } } });
    renderAt("/", { "/": Home });
    await screen.findByText(one.title);
    expect(cardOf(one).getByText("Outbid")).toBeTruthy();
    expect(cardOf(other).queryByText("Outbid")).toBeNull();
    await push({ type: "auction:mine", data: { auctionId: one._id, version: 2, isLeading: true, bidIds: [] } });
    expect(cardOf(one).queryByText("Outbid")).toBeNull();
    expect(cardOf(one).getByText("Leading")).toBeTruthy();
  });

  it("says for which similar words it searched", async () => {
    answerFetch({ "GET /auctions": { body: { auctions: [lot()], total: 1, searchedFor: "drum" } } });
    renderAt("/?search=durm", { "/": Home });
    expect((await screen.findByText(/^No results for/)).textContent).toBe(
      "No results for “durm”. These are the results for “drum”.",
    );
    expect(screen.getByText(/Found 1 auction/).parentElement?.textContent).toBe("Found 1 auction(s) for “drum”");
  });

  it("says for which fewer words it searched", async () => {
    answerFetch({ "GET /auctions": { body: { auctions: [lot()], total: 1, searchedFor: "drum", relaxed: true } } });
    renderAt("/?search=drum+zeppelin", { "/": Home });
    expect((await screen.findByText(/^No results for/)).textContent).toBe(
      "No results for “drum zeppelin”. These are the results for fewer words: “drum”.",
    );
    expect(screen.getByText(/Found 1 auction/).parentElement?.textContent).toBe("Found 1 auction(s) for “drum”");
  });

  it("does not call a list in another order a search, and still announces new auctions in it", async () => {
    await open("/?sortBy=endTime", [lot()], 30);
    expect(screen.getByRole("heading", { name: "Active Auctions" })).toBeTruthy();
    await push({ type: "auction:created", data: { auction: lot() } });
    expect(screen.getByRole("button", { name: "1 new auction — show" })).toBeTruthy();
  });

  it("announces a lot that opens again and is not in the list, and not one that is", async () => {
    const ended = lot({ status: "ended" });
    await open("/", [ended]);
    await push({ type: "auction:created", data: { auction: { ...ended, status: "active", version: 3 } } });
    expect(screen.queryByRole("button", { name: /new auction/ })).toBeNull();
    await push({ type: "auction:created", data: { auction: lot({ version: 7 }) } });
    expect(await screen.findByRole("button", { name: "1 new auction — show" })).toBeTruthy();
  });

  it("has one row of the lots that end soon, above the list, unless the list is short or filtered", async () => {
    const several = [lot(), lot()];
    const calls = answerFetch({ "GET /auctions": { body: { auctions: several, total: 13 } } });
    renderAt("/", { "/": Home });
    const links = await screen.findAllByRole("link", { name: /^See all/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/?sortBy=endTime"]);
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Ending soon",
      "Active Auctions",
    ]);
    const rail = within(screen.getByRole("region", { name: "Ending soon" }));
    const card = await rail.findByRole("link", { name: several[0]?.title ?? "" });
    expect(card.getAttribute("href")).toBe(`/auction/${several[0]?._id}`);
    expect(calls.some(({ search }) => search === "?sortBy=endTime&sortOrder=asc&page=1&limit=10")).toBe(true);
    cleanUp();
    await open("/", several, 12);
    await open("/?hasReserve=true", several, 13);
    cleanUp();
    await open("/?sortBy=endTime", several, 13);
    expect(screen.queryByRole("link", { name: /^See all/ })).toBeNull();
  });

  it("offers the categories that lots have, and shows one of them alone", async () => {
    answerFetch({
      "GET /auctions": { body: { auctions: [lot()], total: 1 } },
      "GET /auctions/facets": { body: { category: { furniture: 2, tools: 1 }, condition: {}, location: {} } },
    });
    const router = renderAt("/", { "/": Home });
    const row = within(await screen.findByRole("list", { name: "Categories" }));
    expect(row.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Furniture",
      "Tools & Equipment",
    ]);
    fireEvent.click(row.getByRole("button", { name: "Furniture" }));
    expect(router.state.location.search).toBe("?category=furniture");
    await screen.findByRole("button", { name: "Remove filter: Furniture" });
    fireEvent.click(row.getByRole("button", { name: "Furniture", pressed: true }));
    expect(router.state.location.search).toBe("");
  });

  it("has the categories in More Filters while these are open, where several can be chosen", async () => {
    answerFetch({
      "GET /auctions": { body: { auctions: [lot()], total: 1 } },
      "GET /auctions/facets": { body: { category: { furniture: 2, tools: 1 }, condition: {}, location: {} } },
    });
    const router = renderAt("/?category=furniture", { "/": Home });
    const row = () => screen.queryByRole("list", { name: "Categories" });
    await screen.findByRole("list", { name: "Categories" });
    const more = screen.getByRole("button", { name: "More Filters" });
    fireEvent.click(more);
    const group = within(await screen.findByRole("group", { name: "Category" }, { timeout: 45_000 }));
    expect(row()).toBeNull();
    fireEvent.click(await group.findByRole("button", { name: "Tools & Equipment 1 lot" }));
    expect(router.state.location.search).toBe("?category=furniture%2Ctools");
    await screen.findByRole("button", { name: "Remove filter: Tools & Equipment" });
    fireEvent.click(more);
    const chosen = within(await screen.findByRole("list", { name: "Categories" }));
    fireEvent.click(chosen.getByRole("button", { name: "Furniture", pressed: true }));
    expect(router.state.location.search).toBe("?category=tools");
  });
});
