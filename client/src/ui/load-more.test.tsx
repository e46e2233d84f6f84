// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LoadMore } from "./load-more.tsx";

afterEach(cleanup);

const PAGES = 3;
const load = vi.fn<(page: number) => Promise<number>>();
/** New lots of a page go to the end of the first list and to the end of the second. */
const Lists = () => {
  const query = useInfiniteQuery({
    queryKey: ["lots"],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last) => (last < PAGES ? last + 1 : null),
  });
  const pages = query.data?.pages ?? [];
  return (
    <section>
      {["Running", "Ended"].map((name) => (
        <ul key={name} aria-label={name}>
          {pages.map((page) => (
            <li key={page}>
              <a href={`/${name}-${page}`}>{`${name} ${page}`}</a>
            </li>
          ))}
        </ul>
      ))}
      <LoadMore query={query} />
    </section>
  );
};
const show = async () => {
  load.mockImplementation(async (page) => page);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Lists />
    </QueryClientProvider>,
  );
  await screen.findByText("Running 1");
};
const press = () => {
  const button = screen.getByRole("button", { name: "Load more" });
  button.focus();
  fireEvent.click(button);
};
const focused = () => document.activeElement?.textContent;

it("moves the focus to the first item that was added, also on the last page, where the button disappears", async () => {
  await show();
  press();
  await waitFor(() => expect(focused()).toBe("Running 2"));
  press();
  await waitFor(() => expect(focused()).toBe("Running 3"));
  expect(screen.queryByRole("button")).toBeNull();
});

it("says that a page failed to load, keeps the focus, and loads it at the next press", async () => {
  await show();
  load.mockRejectedValueOnce(new Error("offline"));
  press();
  expect((await screen.findByRole("alert")).textContent).toContain("More could not be loaded");
  expect(focused()).toBe("Load more");
  press();
  await waitFor(() => expect(focused()).toBe("Running 2"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("leaves the focus where the person has put it meanwhile", async () => {
  await show();
  press();
  const link = screen.getByRole("link", { name: "Ended 1" });
  link.focus();
  await screen.findByText("Running 2");
  expect(document.activeElement).toBe(link);
});
