// Holds the address of the page and its screen, without React. A navigation loads the screen's code first; then the
// address and the screen change together. A later navigation replaces one that is still loading.
import type { ComponentType } from "react";
import { hrefOf, type Location, resolve, type To } from "./address.ts";
import { type Found, findRoute, type Params, type Route } from "./routes.ts";

/** The data that the browser keeps with an entry of its history, even after a reload. */
interface Entry {
  /** The location's state. */
  readonly usr: unknown;
  readonly key: string;
  /** The number of the entry; the first one that this site opened has 0. A replaced entry keeps its number. */
  readonly idx: number;
}

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
  readonly preventScrollReset?: boolean | undefined;
}

export type Navigate = (to: To | number, options?: NavigateOptions) => Promise<void>;

/** Returns true if the person must be asked before the page changes. */
export type BlockerFunction = (way: { currentLocation: Location; nextLocation: Location }) => boolean;

export interface RouterState {
  readonly location: Location;
  /** Null until the code of the first screen is loaded. */
  readonly Component: ComponentType | null;
  readonly params: Params;
  readonly historyAction: "POP" | "PUSH" | "REPLACE";
  readonly navigation: { readonly state: "idle" | "loading" };
  readonly preventScrollReset: boolean;
}

const codeOf = async ({ load, Component, path }: Route): Promise<ComponentType> => {
  const code = load ? (await load()).Component : Component;
  if (!code) throw new Error(`${path} has no screen`);
  return code;
};

/** Returns a screen that throws the error when it is rendered, for code that cannot be loaded. */
const throwing = (error: unknown) => () => {
  throw error;
};

const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** Gives the browser's entry a name and a number if it has none, and returns its number. */
const nameEntry = (idx: number): number => {
  const entry = { idx, ...(window.history.state as Partial<Entry> | null) };
  if (entry.key === undefined) window.history.replaceState({ ...entry, key: newKey() }, "");
  return entry.idx;
};

const here = (): Location => {
  const { pathname, search, hash } = window.location;
  const { usr = null, key } = window.history.state as Entry;
  return { pathname, search, hash, state: usr, key };
};

const createStore = (location: Location) => {
  let state: RouterState = {
    location,
    Component: null,
    params: {},
    historyAction: "POP",
    navigation: { state: "idle" },
    preventScrollReset: false,
  };
  const listeners = new Set<(state: RouterState) => void>();
  return {
    get state(): RouterState {
      return state;
    },
    set: (next: Partial<RouterState>): void => {
      state = { ...state, ...next };
      for (const listener of listeners) listener(state);
    },
    subscribe: (listener: (state: RouterState) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const createTable = (routes: readonly Route[]) => {
  let table = routes;
  const find = (pathname: string): Found => findRoute(table, pathname);
  return {
    find,
    /** Loads more routes until it finds the address's own. */
    findLoaded: async (pathname: string): Promise<Found> => {
      for (;;) {
        const found = find(pathname);
        const { more } = found.route;
        if (!more) return found;
        const routes = await more();
        table = table.flatMap((route) => (route === found.route ? routes : [route]));
      }
    },
  };
};

export const createRouter = (routes: readonly Route[]) => {
  let index = nameEntry(0);
  const location = here();
  const store = createStore(location);
  const { set } = store;
  const { find, findLoaded } = createTable(routes);

  let navigations = 0;
  let shown: Route | null = null;
  const go = async (
    location: Location,
    historyAction: RouterState["historyAction"],
    preventScrollReset = false,
  ): Promise<void> => {
    navigations += 1;
    const own = navigations;
    const { pathname, search } = location;
    const show = ({ route, params }: Found, Component: ComponentType) => {
      if (own !== navigations) return;
      shown = route;
      if (historyAction !== "POP") {
        if (historyAction === "PUSH") index += 1;
        const entry: Entry = { usr: location.state, key: location.key, idx: index };
        window.history[historyAction === "PUSH" ? "pushState" : "replaceState"](entry, "", hrefOf(location));
      }
      set({ location, Component, params, historyAction, preventScrollReset, navigation: { state: "idle" } });
    };

    set({ navigation: { state: "loading" } });
    let found = find(pathname);
    // Show a screen at once if its code is loaded.
    const there = found.route === shown ? store.state.Component : found.route.Component;
    try {
      if (!there) found = await findLoaded(pathname);
      found.route.begin?.(found.params, new URLSearchParams(search));
      show(found, there ?? (await codeOf(found.route)));
    } catch (error) {
      show(found, throwing(error));
      shown = null;
    }
  };

  let block: ((nextLocation: Location, proceed: () => void) => boolean) | null = null;
  const navigate: Navigate = async (to, { replace, state: usr = null, preventScrollReset } = {}) => {
    if (typeof to === "number") return window.history.go(to);
    const location = { ...resolve(to, store.state.location), state: usr, key: newKey() };
    const proceed = () => go(location, replace ? "REPLACE" : "PUSH", preventScrollReset);
    if (!block?.(location, proceed)) await proceed();
  };

  /** The browser moves before the router can ask, so a blocked move is undone until the person has answered. */
  let isTakenBack = false;
  let isAllowed = false;
  const onPopState = (): void => {
    const before = index;
    index = nameEntry(before + 1);
    if (isTakenBack) {
      isTakenBack = false;
      return;
    }
    const steps = index - before;
    const proceed = () => {
      isAllowed = true;
      window.history.go(steps);
    };
    if (!isAllowed && steps !== 0 && block?.(here(), proceed)) {
      isTakenBack = true;
      window.history.go(-steps);
      return;
    }
    isAllowed = false;
    void go(here(), "POP");
  };

  return {
    get state(): RouterState {
      return store.state;
    },
    /** Resolves when the code of the first screen is loaded. */
    ready: go(location, "POP"),
    navigate,
    /** Follows the browser's moves, even one before this call. Returns a function that stops listening. */
    listen: (): (() => void) => {
      window.addEventListener("popstate", onPopState);
      if (hrefOf(store.state.location) !== hrefOf(window.location)) onPopState();
      return () => window.removeEventListener("popstate", onPopState);
    },
    subscribe: store.subscribe,
    /** `ask` returns true if it asks the person, and calls `proceed` later if the person agrees. */
    block: (ask: NonNullable<typeof block>): (() => void) => {
      block = ask;
      return () => {
        if (block === ask) block = null;
      };
    },
  };
};

export type Router = ReturnType<typeof createRouter>;
