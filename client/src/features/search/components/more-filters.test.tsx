// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { SearchPanel } from "./search-panel.tsx";

const openFilters = async (address: string) => {
  const router = renderAt(address, { "/": SearchPanel });
  fireEvent.click(screen.getByRole("button", { name: "More Filters" }));
  await screen.findByLabelText("Currency", undefined, { timeout: 10_000 });
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

  it("applies a price when the reader stops typing", async () => {
    const router = await openFilters("/");
    const box = screen.getByLabelText<HTMLInputElement>("Max price (₦)");
    for (const value of ["3", "300000"]) fireEvent.input(box, { target: { value } });
    expect(router.state.location.search).toBe("");
    await vi.waitFor(() => expect(router.state.location.search).toContain("maxPrice=300000"), { timeout: 5_000 });
    expect(box.value).toBe("300000");
  });

  // S338
  it("accepts prices from 0 in steps of 0.01", async () => {
    await openFilters("/");
    for (const label of ["Min price (₦)", "Max price (₦)"]) {
      const { type, min, step } = screen.getByLabelText<HTMLInputElement>(label);
      expect([type, min, step]).toEqual(["number", "0", "0.01"]);
    }
  });
});
