// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { saver } from "../../../store/saver.ts";
import { SearchPanel } from "./search-panel.tsx";

const lots = ["Standing fan", "Ceiling fan"].map(
  (title) =>
    ({
      _id: title,
      title,
      media: [],
      imageUrl: null,
      currency: "NGN",
      currentPrice: 1000,
      status: "active",
      endTime: new Date(Date.now() + 7_500_000).toISOString(),
    }) as unknown as Auction,
);

const box = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (text: string) => {
  box().focus();
  fireEvent.input(box(), { target: { value: text } });
};
const list = () => screen.findByRole("list", { name: "Suggestions" });
const open = (address: string, answer: object = { auctions: lots, total: 2 }) => {
  const calls = answerFetch({ "GET /auctions": { body: answer } });
  const router = renderAt(address, { "/": SearchPanel, "/auction/:id": () => <p>the lot</p> });
  return { calls, router };
};

describe("the suggestions", () => {
  beforeEach(() => saver.setState(false, true));
  afterEach(cleanUp);

  it("are the categories of that name and the best matches of what is typed, asked for once the typing pauses", async () => {
    const { calls } = open("/");
    for (const text of ["to", "too", "tool"]) type(text);
    const items = within(await list()).getAllByRole("link");
    expect(items.map((item) => item.getAttribute("href"))).toEqual([
      "/?category=tools",
      "/auction/Standing%20fan",
      "/auction/Ceiling%20fan",
    ]);
    const asked = calls.filter(({ call }) => call === "GET /auctions").map(({ search }) => search);
    expect(asked).toEqual(["?search=tool&sortBy=relevance&page=1&limit=5"]);
    expect(screen.getByRole("status").textContent).toBe("2 lots match.");
  });

  it("lead the arrow keys from the box to each and back, and close with Escape", async () => {
    open("/");
    type("fan");
    const [first, second] = within(await list()).getAllByRole("link");
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    for (const [key, focused] of [
      ["ArrowDown", first],
      ["ArrowDown", second],
      ["ArrowDown", second],
      ["ArrowUp", first],
      ["ArrowUp", box()],
    ] as const) {
      press(key);
      expect(document.activeElement).toBe(focused);
    }
    press("ArrowDown");
    press("Escape");
    expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  it("open the lot, and close when the focus leaves or the search is sent", async () => {
    const { router } = open("/");
    type("fan");
    await list();
    fireEvent.focusOut(box(), { relatedTarget: screen.getByRole("button", { name: "More Filters" }) });
    await waitFor(() => expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull());
    type("fans");
    await list();
    if (box().form) fireEvent.submit(box().form as HTMLFormElement);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull());
    expect(router.state.location.search).toBe("?search=fans");
    type("fan");
    fireEvent.click(within(await list()).getByRole("link", { name: /Ceiling fan/ }));
    expect(await screen.findByText("the lot")).toBeTruthy();
  });

  it("name the whole search if there is more of it, and the words that were searched instead", async () => {
    const { router } = open("/", { auctions: lots, total: 12, searchedFor: "fan" });
    type("fna");
    expect(await screen.findByText("No lot has “fna”. Similar: “fan”.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "See all 12 lots" }));
    await waitFor(() => expect(router.state.location.search).toBe("?search=fna"));
  });

  it("say that no lot matches", async () => {
    open("/", { auctions: [], total: 0 });
    type("zeppelin");
    expect(await screen.findByText("No lot matches “zeppelin”.")).toBeTruthy();
  });

  it("empty the box when a category is chosen", async () => {
    const { router } = open("/?search=drum");
    type("tool");
    fireEvent.click(within(await list()).getByRole("link", { name: /^Tools/ }));
    await waitFor(() => expect(router.state.location.search).toBe("?category=tools"));
    expect(box().value).toBe("");
  });

  it.each([
    ["lagos", "Collect in Lagos", "/?location=lagos"],
    ["Lag", "Collect in Lagos", "/?location=lagos"],
    ["ceiling fan Lagos", "“ceiling fan”, collect in Lagos", "/?search=ceiling+fan&location=lagos"],
    ["cross river", "Collect in Cross River", "/?location=cross+river"],
    ["Lagos State", "Collect in Lagos", "/?location=lagos"],
    ["lagos sta", "Collect in Lagos", "/?location=lagos"],
    ["Lagos State ceiling fan", "“ceiling fan”, collect in Lagos", "/?search=ceiling+fan&location=lagos"],
    ["lagos stove", "“stove”, collect in Lagos", "/?search=stove&location=lagos"],
  ])("name the place of %j with its lots", async (typed, words, address) => {
    answerFetch({
      "GET /auctions": { body: { auctions: [], total: 0 } },
      "GET /auctions/facets": { body: { category: {}, condition: {}, location: { lagos: 3, "cross river": 1 } } },
    });
    renderAt("/", { "/": SearchPanel });
    type(typed);
    const place = await screen.findByRole("link", { name: new RegExp(`^${words}`) }, { timeout: 45_000 });
    expect(place.textContent).toMatch(/(3 lots|1 lot)$/);
    expect(place.getAttribute("href")).toBe(address);
    expect(screen.queryByText(/^No lot matches/)).toBeNull();
  });

  it("name no place in which no lot is collected", async () => {
    answerFetch({
      "GET /auctions": { body: { auctions: lots, total: 2 } },
      "GET /auctions/facets": { body: { category: {}, condition: {}, location: { lagos: 3 } } },
    });
    renderAt("/", { "/": SearchPanel, "/auction/:id": () => null });
    type("fan kano");
    const items = within(await list()).getAllByRole("link");
    expect(items.map((item) => item.getAttribute("href"))).toEqual([
      "/auction/Standing%20fan",
      "/auction/Ceiling%20fan",
    ]);
  });

  it("are not asked for with data saver", async () => {
    const { calls } = open("/");
    type("fan");
    await list();
    const before = calls.length;
    saver.setState(true, true);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull());
    expect(calls).toHaveLength(before);
  });
});
