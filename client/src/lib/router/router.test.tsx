// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolve } from "./address.ts";
import { createRouter } from "./create-router.ts";
import {
  Link,
  NavLink,
  RouterProvider,
  Screen,
  useBlocker,
  useLocation,
  useNavigation,
  useParams,
  useSearchParams,
} from "./router.tsx";
import { findRoute, type Route } from "./routes.ts";
import { ScrollRestoration } from "./scroll-restoration.ts";

beforeEach(() => window.history.replaceState(null, "", "/"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Place = () => {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="place">{`${pathname}${search}${hash}`}</p>;
};
const State = () => <p>{useNavigation().state}</p>;
const Late = () => `late ${useParams().id}`;
const Search = () => {
  const [params, setParams] = useSearchParams();
  const drop = () =>
    setParams(
      (now) => {
        now.delete("a");
        return now;
      },
      { replace: true },
    );
  return (
    <button type="button" onClick={drop}>
      {String(params)}
    </button>
  );
};
const Form = () => {
  const { state, reset, proceed } = useBlocker(({ nextLocation }) => nextLocation.pathname !== "/form");
  return (
    <>
      <output>{state}</output>
      <button type="button" onClick={reset}>
        Stay
      </button>
      <button type="button" onClick={proceed}>
        Leave
      </button>
      <Link to="/terms">Terms</Link>
      <Place />
    </>
  );
};
const open = (routes: Route[], more = <Screen />) => {
  const router = createRouter([...routes, { path: "/*", Component: Place }]);
  render(<RouterProvider router={router}>{more}</RouterProvider>);
  return router;
};
const entries = () => window.history.length;

it("shows the address to which the browser moved before the page was rendered", async () => {
  const router = createRouter([{ path: "/*", Component: Place }]);
  await router.ready;
  window.history.pushState(null, "", "/terms?a=1");
  window.dispatchEvent(new PopStateEvent("popstate"));
  render(<RouterProvider router={router} />);
  expect(await screen.findByText("/terms?a=1")).toBeDefined();
});

describe("an address", () => {
  const from = { pathname: "/auction/a", search: "?bid=auto", hash: "#top" };
  it.each([
    ["/login", "/login"],
    ["?pay", "/auction/a?pay"],
    ["?", "/auction/a"],
    ["#similar", "/auction/a#similar"],
    [{ search: "category=art" }, "/auction/a?category=art"],
    [{ pathname: "/", search: "?q=a b" }, "/?q=a%20b"],
    ["//elsewhere.example/x", "/x"],
    ["https://elsewhere.example/x", "/x"],
  ])("of %j is %s", (to, expected) => {
    const { pathname, search, hash } = resolve(to, from);
    expect(pathname + search + hash).toBe(expected);
  });
});

describe("the table of routes", () => {
  const routes = ["/", "/sales", "/sales/:id", "/profile/:page?", "/admin/*", "/*"].map((path) => ({ path }));
  it.each([
    ["/", "/", {}],
    ["/Sales/", "/sales", {}],
    ["/sales/a%20b", "/sales/:id", { id: "a b" }],
    ["/sales/%E0%A4", "/sales/:id", { id: "%E0%A4" }],
    ["/sales/a/b", "/*", {}],
    ["/profile", "/profile/:page?", { page: undefined }],
    ["/profile/money", "/profile/:page?", { page: "money" }],
    ["/admin", "/admin/*", {}],
    ["/admin/users/1", "/admin/*", {}],
    ["/administrator", "/*", {}],
  ])("finds the route of %s", (pathname, path, params) => {
    const found = findRoute(routes, pathname);
    expect([found.route.path, found.params]).toEqual([path, params]);
  });
});

describe("a navigation", () => {
  it("keeps the page and its address until the code of the next screen is loaded", async () => {
    let arrive = (_: { Component: typeof Late }) => {};
    const load = () => new Promise<{ Component: typeof Late }>((resolve) => (arrive = resolve));
    const router = open(
      [{ path: "/late/:id", load }],
      <>
        <State />
        <Screen />
      </>,
    );
    const arrived = router.navigate("/late/1");
    await act(async () => {});
    expect([window.location.pathname, screen.getByTestId("place").textContent]).toEqual(["/", "/"]);
    expect(screen.queryByText("loading")).not.toBeNull();
    await act(async () => {
      arrive({ Component: Late });
      await arrived;
    });
    expect(window.location.pathname).toBe("/late/1");
    expect(screen.queryByText("late 1")).not.toBeNull();
    expect(screen.queryByText("idle")).not.toBeNull();
  });

  it("is cancelled by a later one whose code is loaded sooner", async () => {
    let arrive = (_: { Component: typeof Late }) => {};
    const load = () => new Promise<{ Component: typeof Late }>((resolve) => (arrive = resolve));
    const router = open([{ path: "/late", load }]);
    const late = router.navigate("/late");
    await act(() => router.navigate("/soon"));
    arrive({ Component: Late });
    await act(() => late);
    expect([window.location.pathname, screen.getByTestId("place").textContent]).toEqual(["/soon", "/soon"]);
  });

  it("begins to fetch what the screen shows before its code is loaded, and loads the routes of a part once", async () => {
    const began = vi.fn();
    const more = vi.fn(async () => [{ path: "/admin/:id", begin: began, load: async () => ({ Component: Place }) }]);
    const router = open([{ path: "/admin/*", more }]);
    await act(() => router.navigate("/admin/7?tab=bids"));
    expect(began).toHaveBeenCalledExactlyOnceWith({ id: "7" }, new URLSearchParams("tab=bids"));
    await act(() => router.navigate("/admin/not/there"));
    expect([screen.getByTestId("place").textContent, began.mock.calls.length]).toEqual(["/admin/not/there", 1]);
  });

  it("adds an entry to the history, or replaces the last one, with the state that it was given", async () => {
    const router = open([]);
    const before = entries();
    await act(() => router.navigate("/a", { state: { from: "/" } }));
    await act(() => router.navigate("/b", { replace: true }));
    expect([entries(), window.location.pathname, router.state.location.state]).toEqual([before + 1, "/b", null]);
    await act(() => router.navigate("?c", { state: { from: "/b" } }));
    expect([entries(), router.state.location.state]).toEqual([before + 2, { from: "/b" }]);
    expect(window.history.state).toMatchObject({ usr: { from: "/b" }, idx: 2 });
  });
});

describe("the links", () => {
  it("go to their page without loading a document, and leave other clicks to the browser", async () => {
    open(
      [],
      <>
        <Link to="/a">A</Link>
        <Place />
      </>,
    );
    const click = (init: MouseEventInit) => act(async () => fireEvent.click(screen.getByRole("link"), init));
    const stop = (event: Event) => event.preventDefault();
    window.addEventListener("click", stop);
    for (const key of ["metaKey", "ctrlKey", "shiftKey", "altKey"]) await click({ [key]: true });
    await click({ button: 1 });
    window.removeEventListener("click", stop);
    expect(screen.getByTestId("place").textContent).toBe("/");
    await click({});
    expect(screen.getByTestId("place").textContent).toBe("/a");
    const before = entries();
    await click({});
    expect(entries()).toBe(before);
  });

  it("are active on their page, and on the pages below it unless they have `end`", async () => {
    const router = open(
      [],
      <>
        <NavLink to="/profile" className={({ isActive }) => (isActive ? "on" : "off")}>
          Profile
        </NavLink>
        <NavLink to="/profile" end className="tab">
          Alone
        </NavLink>
      </>,
    );
    await act(() => router.navigate("/profile/money"));
    const [profile, alone] = screen.getAllByRole("link");
    expect([profile?.className, profile?.getAttribute("aria-current")]).toEqual(["on", "page"]);
    expect([alone?.className, alone?.getAttribute("aria-current")]).toEqual(["tab", null]);
    await act(() => router.navigate("/profiles"));
    expect(profile?.className).toBe("off");
  });
});

it("reads and replaces the parameters of the address", async () => {
  const router = open([], <Search />);
  await act(() => router.navigate("/x?a=1&b=2"));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "a=1&b=2" })));
  expect(window.location.pathname + window.location.search).toBe("/x?b=2");
});

describe("the browser's history", () => {
  const keyOfNewDocument = () => createRouter([{ path: "/*", Component: Place }]).state.location.key;

  it("has another key for each document's first entry, and the same one after a reload", () => {
    const first = keyOfNewDocument();
    expect(keyOfNewDocument()).toBe(first);
    window.history.pushState(null, "", "/terms");
    expect(keyOfNewDocument()).not.toBe(first);
  });

  it("goes back and forward, even after the browser itself moved to an element of the page", async () => {
    const router = open([]);
    await act(() => router.navigate("/a"));
    window.history.pushState(null, "", "#main");
    await act(async () => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.getByTestId("place").textContent).toBe("/a#main");
    await act(() => router.navigate(-2));
    await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/"));
    await act(() => router.navigate(1));
    await waitFor(() => expect(screen.getByTestId("place").textContent).toBe("/a"));
  });
});

it("asks before the page is left by Back or a link, and goes on when the person agrees", async () => {
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
  const isAsked = async () => {
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("blocked"));
    await waitFor(() => expect(window.location.pathname).toBe("/form"));
  };
  const router = open([{ path: "/form", Component: Form }]);
  await act(() => router.navigate("/form"));
  await act(() => router.navigate("?step=2", { replace: true }));
  expect(window.location.search).toBe("?step=2");

  await act(() => router.navigate(-1));
  await isAsked();
  await press("Stay");
  expect(screen.getByRole("status").textContent).toBe("unblocked");
  await act(async () => fireEvent.click(screen.getByRole("link")));
  await isAsked();
  await press("Leave");
  await waitFor(() => expect(window.location.pathname).toBe("/terms"));

  await act(() => router.navigate(-1));
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
  await act(() => router.navigate(-1));
  await isAsked();
  await press("Leave");
  await waitFor(() => expect(window.location.pathname).toBe("/"));
});

describe("the scroll position", () => {
  const scrollTo = vi.fn();
  const left = (y: number) => vi.stubGlobal("scrollY", y);
  beforeEach(() => vi.stubGlobal("scrollTo", scrollTo.mockReset()));
  afterEach(() => vi.unstubAllGlobals());

  it("is the top of a new page, and after Back the place where the page was left", async () => {
    const router = open([], <ScrollRestoration />);
    left(700);
    await act(() => router.navigate("/a"));
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    left(50);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 700));
  });

  it("stays if the navigation asks for it, and otherwise goes to the element that the address names", async () => {
    const scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
    const router = open(
      [],
      <>
        <ScrollRestoration />
        <p id="fees" />
      </>,
    );
    scrollTo.mockReset();
    await act(() => router.navigate("?q=drum", { preventScrollReset: true }));
    await act(() => router.navigate("/terms#fees"));
    expect([scrollTo.mock.calls, scrollIntoView.mock.contexts]).toEqual([[], [document.getElementById("fees")]]);
  });

  it("is restored after a reload", async () => {
    const router = open([], <ScrollRestoration />);
    left(300);
    window.dispatchEvent(new Event("pagehide"));
    expect(JSON.parse(sessionStorage.getItem("scroll-positions") ?? "")).toMatchObject({
      [router.state.location.key]: 300,
    });
    cleanup();
    scrollTo.mockReset();
    open([], <ScrollRestoration />);
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
  });
});
