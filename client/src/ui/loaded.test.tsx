// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Loaded, LoadedPage, Loading } from "./loaded.tsx";

const refetch = vi.fn();
beforeEach(() => void refetch.mockReset());
afterEach(cleanup);

const show = (data: string[] | undefined, error: unknown = null) =>
  render(
    <Loaded
      query={{ data, error, refetch }}
      failed={(problem) => `Failed to load the lots: ${problem}`}
      loading={<Loading shapes={["h-8", "h-8"]}>Loading lots...</Loading>}
      empty={({ length }) => length === 0 && "There are no lots."}
    >
      {(lots) => lots.join(", ")}
    </Loaded>,
  ).container.textContent;

it("says that it loads, shows what came, and says when there is nothing", () => {
  expect(show(undefined)).toBe("Loading lots...");
  expect(screen.getByRole("status").textContent).toBe("Loading lots...");
  expect(show(["drum", "flute"])).toBe("drum, flute");
  expect(show([])).toBe("There are no lots.");
});

it("says why nothing came, and asks again on demand", () => {
  expect(show(undefined, "gone")).toContain("Failed to load the lots: gone");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it("keeps what was loaded when it cannot be loaded again", () => {
  expect(show(["drum"], "gone")).toBe("drum");
});

const pages = { current: 2, pages: 2, total: 3, limit: 2 };
const showPage = (lots: string[], isPlaceholderData: boolean) =>
  render(
    <LoadedPage
      query={{ data: { lots, pagination: pages }, error: null, refetch, isPlaceholderData }}
      failed="Failed"
      empty={(data) => data.lots.length === 0 && "There is no such page. "}
      pager={({ current }) => `Page ${current}`}
    >
      {(data) => `${data.lots.join(", ")}. `}
    </LoadedPage>,
  ).container;

it("shows the way to other pages below a page, also below an empty one, and is busy until another page comes", () => {
  expect(showPage(["drum"], false).textContent).toBe("drum. Page 2");
  expect(showPage([], false).textContent).toBe("There is no such page. Page 2");
  expect(showPage(["drum"], true).querySelector("[aria-busy=true]")?.textContent).toBe("drum. Page 2");
});
