// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { useCurrency } from "../../../store/currency.ts";
import { narrows, noFilters, readFilters, writeFilters } from "../filters.ts";
import { SearchPanel } from "./search-panel.tsx";

const chips = () =>
  within(screen.getByRole("list", { name: "Active filters" }))
    .getAllByRole("button")
    .map((button) => button.textContent);

const openFilters = async (address: string) => {
  const router = renderAt(address, { "/": SearchPanel });
  fireEvent.click(screen.getByRole("button", { name: "More Filters" }));
  await screen.findByLabelText("Currency");
  return router;
};

describe("the search panel", () => {
  beforeEach(() => void answerFetch({}));
  afterEach(cleanUp);

  // S042
  it("shows a chip for each filter that the address holds, and none for the order", () => {
    renderAt("/?search=corolla&minPrice=1000&currency=NGN&hasReserve=false&sortBy=endTime", { "/": SearchPanel });
    expect(chips()).toEqual(["“corolla”", "From ₦1,000.00", "Naira (₦)", "No reserve"]);
  });

  it("drops the currency of the prices when the last price is removed", () => {
    const router = renderAt("/?search=corolla&maxPrice=5&priceCurrency=USD", { "/": SearchPanel });
    fireEvent.click(screen.getByRole("button", { name: "Remove filter: Up to $5.00" }));
    expect(router.state.location.search).toBe("?search=corolla");
  });

  // S043
  it("removes a filter from the address when its chip is removed, and keeps the others", () => {
    const router = renderAt("/?search=corolla&currency=USD", { "/": SearchPanel });
    fireEvent.click(screen.getByRole("button", { name: "Remove filter: Dollar ($)" }));
    expect(router.state.location.search).toBe("?search=corolla");
    expect(chips()).toEqual(["“corolla”"]);
  });

  // S039
  it("writes the typed values into the address on Enter, without empty ones", async () => {
    const router = await openFilters("/");
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(box, { target: { value: "  ankara " } });
    fireEvent.change(screen.getByLabelText("Max price (₦)"), { target: { value: "5000.50" } });
    if (box.form) fireEvent.submit(box.form);
    expect(router.state.location.search).toBe("?search=ankara&maxPrice=5000.50");
  });

  it("makes one step for Back of a change that is sent again before it is shown", async () => {
    const router = await openFilters("/");
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(box, { target: { value: "ankara" } });
    act(() => {
      for (let n = 0; n < 2; n++) if (box.form) fireEvent.submit(box.form);
    });
    expect(router.state.location.search).toBe("?search=ankara");
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe("");
  });

  it("keeps a letter that is typed before the searched text is in the address", async () => {
    const router = await openFilters("/?category=automobiles");
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    const year = screen.getByLabelText<HTMLInputElement>("Year from");
    fireEvent.change(box, { target: { value: "anka" } });
    fireEvent.change(year, { target: { value: "201" } });
    act(() => {
      fireEvent.keyDown(year, { key: "Enter" });
      if (box.form) fireEvent.submit(box.form);
      box.value = "ankara";
      fireEvent.change(year, { target: { value: "2014" } });
    });
    expect(router.state.location.search).toBe("?search=anka&category=automobiles&yearFrom=201");
    expect([box.value, screen.getByLabelText<HTMLInputElement>("Year from").value]).toEqual(["ankara", "2014"]);
  });

  it("has Clear always, enabled as soon as something is typed, and empties the inputs with it", async () => {
    await openFilters("/");
    const isDisabled = () => screen.getByRole<HTMLButtonElement>("button", { name: "Clear" }).disabled;
    expect(isDisabled()).toBe(true);
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.input(box, { target: { value: "ank" } });
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(box.value).toBe("");
    expect(isDisabled()).toBe(true);
  });

  it("applies a typed price when its input is left, in the currency that the label says", async () => {
    useCurrency.setState({ chosen: "USD" });
    const router = await openFilters("/");
    const low = screen.getByLabelText<HTMLInputElement>("Min price ($)");
    fireEvent.change(low, { target: { value: "20" } });
    fireEvent.blur(low);
    expect(router.state.location.search).toBe("?minPrice=20&priceCurrency=USD");
    expect(chips()).toEqual(["From $20.00"]);
    act(() => useCurrency.setState({ chosen: "NGN" }));
    expect(screen.getByLabelText<HTMLInputElement>("Min price ($)").value).toBe("20");
  });

  it("changes the order with one control, which begins with the best match of searched words", async () => {
    const router = renderAt("/?search=drum", { "/": SearchPanel });
    const order = screen.getByLabelText<HTMLSelectElement>("Order of the list");
    expect(order.selectedOptions[0]?.textContent).toBe("Best match");
    for (const [label, address] of [
      ["Ending soonest", "?search=drum&sortBy=endTime"],
      ["Price: low to high", "?search=drum&sortBy=currentPrice&sortOrder=asc"],
      ["Price: high to low", "?search=drum&sortBy=currentPrice"],
      ["Most bids", "?search=drum&sortBy=bidCount"],
      ["Newest", "?search=drum&sortBy=createdAt"],
      ["Best match", "?search=drum"],
    ]) {
      const option = [...order.options].find(({ textContent }) => textContent === label);
      fireEvent.change(order, { target: { value: option?.value } });
      expect(router.state.location.search).toBe(address);
      await waitFor(() => expect(order.value).toBe(option?.value));
    }
  });

  it("offers no best match without words, and gives its place to the order in More Filters while they are open", async () => {
    await openFilters("/?sortBy=relevance");
    expect(screen.queryByLabelText("Order of the list")).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>("Sort by").value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "More Filters" }));
    const order = screen.getByLabelText<HTMLSelectElement>("Order of the list");
    expect([...order.options].map(({ textContent }) => textContent)).not.toContain("Best match");
    expect(order.selectedOptions[0]?.textContent).toBe("Newest");
  });

  it("names an order of the address that the control does not offer", () => {
    renderAt("/?sortBy=title&sortOrder=asc", { "/": SearchPanel });
    const order = screen.getByLabelText<HTMLSelectElement>("Order of the list");
    expect(order.selectedOptions[0]?.textContent).toBe("Title ↑");
  });

  it("filters by conditions and places at once, and says how many lots each has", async () => {
    answerFetch({
      "GET /auctions/facets": {
        body: { category: { tools: 2 }, condition: { good: 1, fair: 1 }, location: { lagos: 2 } },
      },
    });
    const router = await openFilters("/");
    fireEvent.click(await screen.findByRole("button", { name: "Good 1 lot" }));
    fireEvent.click(screen.getByRole("button", { name: "Fair 1 lot" }));
    fireEvent.click(screen.getByRole("button", { name: "Lagos 2 lots" }));
    expect(router.state.location.search).toBe("?condition=good%2Cfair&location=lagos");
    expect(chips()).toEqual(["Good", "Fair", "Lagos"]);
    expect(screen.getByRole("button", { name: "Fair 1 lot" }).getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Remove filter: Good" }));
    expect(router.state.location.search).toBe("?condition=fair&location=lagos");
  });

  // S041
  it("removes all filters with Clear", () => {
    const router = renderAt("/?search=corolla&minPrice=5&sortOrder=asc", { "/": SearchPanel });
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(router.state.location.search).toBe("");
    expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  });

  it("returns to the former search with the browser's Back", async () => {
    const router = renderAt("/?search=corolla", { "/": SearchPanel });
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("corolla"));
  });

  it("shows an error and does not search when the lowest price is above the highest", async () => {
    const router = await openFilters("/");
    const low = screen.getByLabelText<HTMLInputElement>("Min price (₦)");
    fireEvent.change(low, { target: { value: "20" } });
    fireEvent.change(screen.getByLabelText("Max price (₦)"), { target: { value: "10" } });
    if (low.form) fireEvent.submit(low.form);
    expect(router.state.location.search).toBe("");
    expect(screen.getByRole("alert").textContent).toBe("The lowest price is above the highest");
  });
});

describe("the filters in the address", () => {
  it("are read back as they were written", () => {
    const filters = { ...noFilters, search: "a & b", minPrice: "10.50", hasBuyItNow: "true", sortBy: "title" } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    const several = { ...noFilters, category: "furniture,tools", condition: "new", location: "cross river,lagos" };
    expect(readFilters(writeFilters(several))).toEqual(several);
  });

  it("keep the currency of the prices when the lots' currency is no filter any more", () => {
    const filters = readFilters(new URLSearchParams("currency=USD&maxPrice=500"));
    expect(filters.priceCurrency).toBe("USD");
    expect(writeFilters({ ...filters, currency: "" }).toString()).toBe("maxPrice=500&priceCurrency=USD");
    expect(readFilters(new URLSearchParams("priceCurrency=USD")).priceCurrency).toBe("");
    expect(readFilters(new URLSearchParams("minPrice=5&priceCurrency=NGN")).priceCurrency).toBe("");
    expect(readFilters(new URLSearchParams("minPrice=5&priceCurrency=NGN&currency=USD")).priceCurrency).toBe("NGN");
  });

  // S336
  it("are ignored when the server would refuse them", () => {
    const typed =
      "minPrice=-1&maxPrice=1.234&priceCurrency=EUR&category=Cars!&condition=bad&location=paris&currency=EUR&hasReserve=maybe&sortBy=secret&sortOrder=up";
    expect(readFilters(new URLSearchParams(typed))).toEqual(noFilters);
  });

  it("narrow the list unless they only set an order", () => {
    expect(narrows({ ...noFilters, sortBy: "title", sortOrder: "asc" })).toBe(false);
    expect(narrows({ ...noFilters, hasReserve: "false" })).toBe(true);
  });
});
