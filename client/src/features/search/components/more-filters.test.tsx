// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { SearchPanel } from "./search-panel.tsx";

const openFilters = async (address: string) => {
  const router = renderAt(address, { "/": SearchPanel });
  fireEvent.click(screen.getByRole("button", { name: "More Filters" }));
  await screen.findByLabelText("Currency", undefined, { timeout: 45_000 });
  return router;
};

describe("the further filters", () => {
  beforeEach(() => void answerFetch({}));
  afterEach(cleanUp);

  // S038
  it("opens and closes with More Filters", () => {
    renderAt("/", { "/": SearchPanel });
    const button = screen.getByRole("button", { name: "More Filters" });
    const panel = () => document.getElementById("more-filters")?.hidden;
    expect([panel(), button.getAttribute("aria-expanded")]).toEqual([true, "false"]);
    fireEvent.click(button);
    expect([panel(), button.getAttribute("aria-expanded")]).toEqual([false, "true"]);
    fireEvent.click(button);
    expect(panel()).toBe(true);
  });

  // S040
  it.each([
    ["Currency", "currency", ["", "NGN", "USD"]],
    ["Reserve", "hasReserve", ["", "true", "false"]],
    ["Buy It Now", "hasBuyItNow", ["", "true", "false"]],
    ["Sort by", "sortBy", ["", "startingPrice", "currentPrice", "endTime", "title", "bidCount"]],
    ["Order", "sortOrder", ["", "asc"]],
  ])("offers every value of each filter and applies a choice at once: %s", async (label, name, values) => {
    const router = await openFilters("/");
    const box = () => screen.getByLabelText<HTMLSelectElement>(label);
    expect([...box().options].map(({ value }) => value)).toEqual(values);
    for (const value of values.slice(1)) {
      fireEvent.change(box(), { target: { value } });
      expect(router.state.location.search).toBe(`?${name}=${value}`);
      expect(box().value).toBe(value);
    }
  });

  it.each([
    [1, "Show 1 lot"],
    [1200, "Show 1,200 lots"],
  ])("says on its button that the filters leave %i lots", async (total, words) => {
    answerFetch({ "GET /auctions": { body: { auctions: [], total } } });
    await openFilters("/");
    expect(await screen.findByRole("button", { name: words })).toBeTruthy();
  });

  it.each([
    [{ good: 3, new: 2 }, { lagos: 4 }, "1 lot does not say where to collect."],
    [{ good: 3, new: 2 }, { lagos: 2 }, "3 lots do not say where to collect."],
    [{ good: 3, new: 2 }, { lagos: 4, ogun: 1 }, undefined],
  ])("says how many of the lots %j are collected at none of the places %j", async (condition, location, words) => {
    answerFetch({ "GET /auctions/facets": { body: { category: {}, condition, location } } });
    await openFilters("/");
    await screen.findByRole("button", { name: /^Lagos/ });
    expect(screen.queryByText(/not say where to collect/)?.textContent).toBe(words);
  });

  it("lists every place where lots are collected, with their number, and the chosen one even without a lot", async () => {
    const places = [
      "abia",
      "abuja",
      "bauchi",
      "benue",
      "delta",
      "edo",
      "enugu",
      "imo",
      "kano",
      "kogi",
      "lagos",
      "ogun",
      "oyo",
    ];
    const numbers = Object.fromEntries(places.map((place, n) => [place, n + 1]));
    answerFetch({ "GET /auctions/facets": { body: { category: {}, condition: {}, location: numbers } } });
    await openFilters("/?location=yobe");
    const group = within(await screen.findByRole("group", { name: "Location (where you collect the lot)" }));
    await vi.waitFor(() => expect(group.getAllByRole("button")).toHaveLength(places.length + 1), { timeout: 45_000 });
    const shown = group.getAllByRole("button").map((button) => button.textContent);
    expect(shown.slice(0, 2)).toEqual(["Oyo13 lots", "Ogun12 lots"]);
    expect(shown.at(-2)).toBe("Abia1 lot");
    expect(group.getByRole("button", { name: "Yobe 0 lots", pressed: true })).toBeTruthy();
  });

  it("keeps the order of the places where a filter changes their numbers", async () => {
    answerFetch({
      "GET /auctions/facets": (_body, search) => ({
        body: {
          category: {},
          condition: {},
          location: search.includes("maxPrice") ? { kano: 3, lagos: 1 } : { kano: 5, lagos: 9, oyo: 1 },
        },
      }),
    });
    await openFilters("/?maxPrice=500");
    const group = within(await screen.findByRole("group", { name: "Location (where you collect the lot)" }));
    const texts = () => group.getAllByRole("button").map((button) => button.textContent);
    await vi.waitFor(() => expect(texts()).toEqual(["Lagos1 lot", "Kano3 lots"]), 15_000);
  });

  it.each([
    ["", "Newest first"],
    ["?sortBy=currentPrice", "High to low"],
    ["?sortBy=endTime", "Soonest first"],
    ["?sortBy=title&sortOrder=asc", "A to Z"],
    ["?search=drum", "Best first"],
  ])("names the order of the list at the address %s", async (address, words) => {
    await openFilters(`/${address}`);
    expect(screen.getByLabelText<HTMLSelectElement>("Order").selectedOptions[0]?.textContent).toBe(words);
  });

  it("applies a price when the reader stops typing", async () => {
    const router = await openFilters("/");
    const box = screen.getByLabelText<HTMLInputElement>("Max price (₦)");
    for (const value of ["3", "300000"]) fireEvent.input(box, { target: { value } });
    expect(router.state.location.search).toBe("");
    await vi.waitFor(() => expect(router.state.location.search).toContain("maxPrice=300000"), { timeout: 45_000 });
    expect(box.value).toBe("300,000");
  });

  it("reads a price as people type it, and keeps the typed text while the address follows", async () => {
    const router = await openFilters("/");
    const box = screen.getByLabelText<HTMLInputElement>("Min price (₦)");
    for (const [typed, address] of [
      ["250k", "?minPrice=250000"],
      ["5,000.", "?minPrice=5000"],
    ] as const) {
      fireEvent.input(box, { target: { value: typed } });
      await vi.waitFor(() => expect(router.state.location.search).toBe(address), { timeout: 2_000 });
      expect(box.value).toBe(typed);
    }
    fireEvent.input(box, { target: { value: "250k" } });
    fireEvent.blur(box);
    expect(router.state.location.search).toBe("?minPrice=250000");
    expect(box.value).toBe("250,000");
  });

  it("returns to the former price with the browser's Back and Forward", async () => {
    const router = await openFilters("/?minPrice=1000");
    const box = screen.getByLabelText<HTMLInputElement>("Min price (₦)");
    fireEvent.input(box, { target: { value: "2000" } });
    fireEvent.blur(box);
    expect(router.state.location.search).toBe("?minPrice=2000");
    await act(() => router.navigate(-1));
    await vi.waitFor(() => expect(box.value).toBe("1,000"), 15_000);
    await act(() => router.navigate(1));
    await vi.waitFor(() => expect(box.value).toBe("2,000"), 15_000);
  });

  it.each(["Min price (₦)", "Max price (₦)"])(
    "says below %s why it cannot be read, and does not apply it",
    async (label) => {
      const router = await openFilters("/");
      const box = screen.getByLabelText<HTMLInputElement>(label);
      fireEvent.input(box, { target: { value: "1.500" } });
      fireEvent.blur(box);
      expect(router.state.location.search).toBe("");
      const alert = screen.getByRole("alert");
      expect(alert.textContent).toContain("“1.500” can mean 1.50 or 1,500");
      expect(box.getAttribute("aria-describedby")).toBe(alert.id);
    },
  );

  it("keeps a price of the address as it was written, however many decimals it has", async () => {
    const router = await openFilters("/?minPrice=10.5");
    const box = screen.getByLabelText<HTMLInputElement>("Min price (₦)");
    expect(box.value).toBe("10.5");
    fireEvent.blur(box);
    expect(router.state.location.search).toBe("?minPrice=10.5");
  });

  it("empties a typed price with Clear, also before it was applied", async () => {
    const router = await openFilters("/");
    const box = () => screen.getByLabelText<HTMLInputElement>("Min price (₦)");
    fireEvent.input(box(), { target: { value: "300" } });
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(box().value).toBe("");
    expect(router.state.location.search).toBe("");
  });

  // S338
  it("accepts prices from 0 in steps of 0.01", async () => {
    await openFilters("/");
    for (const label of ["Min price (₦)", "Max price (₦)"]) {
      const box = screen.getByLabelText<HTMLInputElement>(label);
      const press = (key: string) => {
        fireEvent.keyDown(box, { key });
        return box.value;
      };
      const keys = ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"];
      expect(keys.map(press)).toEqual(["0", "0.01", "0", "0"]);
    }
  });
});
