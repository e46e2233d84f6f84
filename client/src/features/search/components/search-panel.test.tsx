// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { narrows, noFilters, readFilters, writeFilters } from "../filters.ts";
import { SearchPanel } from "./search-panel.tsx";

const chips = () =>
  within(screen.getByRole("list", { name: "Active filters" }))
    .getAllByRole("button")
    .map((button) => button.textContent);

describe("the search panel", () => {
  beforeEach(() => void answerFetch({}));
  afterEach(cleanUp);

  // S042
  it("shows a chip for each filter that the address holds", () => {
    renderAt("/?search=corolla&minPrice=1000&currency=NGN&hasReserve=false&sortBy=endTime", { "/": SearchPanel });
    expect(chips()).toEqual(["“corolla”", "From ₦1,000.00", "Naira (₦)", "No reserve", "Sorted by end time"]);
  });

  // S043
  it("removes a filter from the address when its chip is removed, and keeps the others", () => {
    const router = renderAt("/?search=corolla&currency=USD", { "/": SearchPanel });
    fireEvent.click(screen.getByRole("button", { name: "Remove filter: Dollar ($)" }));
    expect(router.state.location.search).toBe("?search=corolla");
    expect(chips()).toEqual(["“corolla”"]);
  });

  // S039
  it("writes the typed values into the address on Enter, without empty ones", () => {
    const router = renderAt("/", { "/": SearchPanel });
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(box, { target: { value: "  ankara " } });
    fireEvent.change(screen.getByLabelText("Max price"), { target: { value: "5000.50" } });
    if (box.form) fireEvent.submit(box.form);
    expect(router.state.location.search).toBe("?search=ankara&maxPrice=5000.50");
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

  it("shows an error and does not search when the lowest price is above the highest", () => {
    const router = renderAt("/", { "/": SearchPanel });
    const low = screen.getByLabelText<HTMLInputElement>("Min price");
    fireEvent.change(low, { target: { value: "20" } });
    fireEvent.change(screen.getByLabelText("Max price"), { target: { value: "10" } });
    if (low.form) fireEvent.submit(low.form);
    expect(router.state.location.search).toBe("");
    expect(screen.getByRole("alert").textContent).toBe("The lowest price is above the highest");
  });
});

describe("the filters in the address", () => {
  it("are read back as they were written", () => {
    const filters = { ...noFilters, search: "a & b", minPrice: "10.50", hasBuyItNow: "true", sortBy: "title" } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  // S336
  it("are ignored when the server would refuse them", () => {
    const typed = "minPrice=-1&maxPrice=1.234&currency=EUR&hasReserve=maybe&sortBy=secret&sortOrder=up";
    expect(readFilters(new URLSearchParams(typed))).toEqual(noFilters);
  });

  it("narrow the list unless they only set an order", () => {
    expect(narrows({ ...noFilters, sortBy: "title", sortOrder: "asc" })).toBe(false);
    expect(narrows({ ...noFilters, hasReserve: "false" })).toBe(true);
  });
});
