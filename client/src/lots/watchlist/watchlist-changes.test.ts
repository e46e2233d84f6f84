// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { useWatchlist } from "./watched.ts";
import { followWatchlist, toggleWatch } from "./watchlist-changes.ts";

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const [one, two, three] = [idOf(1), idOf(2), idOf(3)];
const stored = (): unknown => JSON.parse(localStorage.getItem("watchlist") ?? "null");
const keep = (ids: readonly string[]) => localStorage.setItem("watchlist", JSON.stringify(ids));
const watched = (): string[] => [...useWatchlist.getState().ids];
const logIn = (token = "t") => useSession.getState().logIn(testUser, token);
const messages = (): string[] => toasts.getState().map(({ message }) => message);
const known = () => vi.waitFor(() => expect(useWatchlist.getState().isKnown).toBe(true), 15_000);

/** An account's list on the server. */
const account = (...first: string[]) => {
  const ids = new Set(first);
  const calls = answerFetch({
    "GET /watchlist/ids": () => ({ body: { ids: [...ids] } }),
    "POST /watchlist": (body) => {
      const { auctionIds } = body as { auctionIds: string[] };
      for (const id of auctionIds) ids.add(id);
      return { body: { added: auctionIds.length } };
    },
    ...Object.fromEntries(
      [one, two, three].flatMap((id) => [
        [`PUT /watchlist/${id}`, () => ({ body: { isWatched: ids.add(id).has(id) } })],
        [`DELETE /watchlist/${id}`, () => ({ body: { isWatched: !ids.delete(id) } })],
      ]),
    ),
  });
  return { ids, calls };
};

/** An answer that comes when the test wants it. */
const later = () => {
  let resolve: (answer: Response) => void = () => {};
  const promise = new Promise<Response>((answer) => {
    resolve = answer;
  });
  return { promise, resolve };
};

let stop = (): void => {};
const follow = () => {
  stop = followWatchlist();
};
beforeEach(() => {
  useWatchlist.setState({ ids: new Set(), isKnown: false });
  toasts.setState([], true);
});
afterEach(() => {
  stop();
  stop = () => {};
  cleanUp();
});

describe("a visitor's watchlist", () => {
  it("is kept in the browser, the newest first, and asks the server nothing", async () => {
    const { calls } = account();
    follow();
    for (const id of [one, two, three, two]) await toggleWatch(id);
    expect(watched()).toEqual([three, one]);
    expect(stored()).toEqual([three, one]);
    expect(calls).toEqual([]);
    await toggleWatch(three);
    await toggleWatch(one);
    expect(localStorage.getItem("watchlist")).toBeNull();
  });

  it("is there again after a reload, without what is not an id", () => {
    keep([two, one]);
    follow();
    expect(watched()).toEqual([two, one]);
    stop();
    localStorage.setItem("watchlist", JSON.stringify([one, 5, "x", { two }]));
    follow();
    expect(watched()).toEqual([one]);
    stop();
    localStorage.setItem("watchlist", "{broken");
    follow();
    expect(watched()).toEqual([]);
  });

  it("holds 100 lots: a new one removes the oldest, and a message says so", async () => {
    keep(Array.from({ length: 100 }, (_, i) => idOf(1_100 - i)));
    follow();
    await toggleWatch(one);
    expect(watched()).toHaveLength(100);
    expect(watched()[0]).toBe(one);
    expect(watched()).not.toContain(idOf(1_001));
    expect(stored()).toEqual(watched());
    expect(messages()).toEqual([expect.stringContaining("100 lots")]);
  });

  it("says where the list is when the first lot is added, and says nothing for later lots", async () => {
    follow();
    await toggleWatch(one);
    expect(messages()).toEqual(["On your watchlist"]);
    toasts.setState([], true);
    await toggleWatch(two);
    expect(messages()).toEqual([]);
  });

  it("follows another tab", async () => {
    follow();
    keep([one]);
    window.dispatchEvent(new StorageEvent("storage", { key: "watchlist" }));
    expect(watched()).toEqual([one]);
  });
});

describe("the watchlist of a user", () => {
  it("gets the browser's list at the log-in, which then leaves the browser", async () => {
    const { ids, calls } = account(three);
    keep([two, one]);
    follow();
    logIn();
    expect(watched(), "at once").toEqual([two, one]);
    await known();
    expect(calls.map(({ call }) => call)).toEqual(["POST /watchlist", "GET /watchlist/ids"]);
    expect(calls[0]?.body).toEqual({ auctionIds: [two, one] });
    expect([...ids].toSorted()).toEqual([one, two, three]);
    expect(watched().toSorted()).toEqual([one, two, three]);
    expect(localStorage.getItem("watchlist")).toBeNull();
  });

  it("leaves nothing in the browser after the log-out", async () => {
    account(one, two);
    logIn();
    follow();
    await known();
    await toggleWatch(three);
    expect(watched().toSorted()).toEqual([one, two, three]);
    useSession.getState().logOut();
    expect(watched()).toEqual([]);
    expect(Object.keys(localStorage).map((key) => localStorage.getItem(key))).not.toContainEqual(
      expect.stringMatching(/00000000-/),
    );
  });

  it("never shows one user's list to the next, also if its answer comes late", async () => {
    const first = later();
    const answer = (ids: string[]) => new Response(JSON.stringify({ ids }));
    vi.stubGlobal("fetch", (_: string, { headers }: { headers: Record<string, string> }) =>
      headers.authorization === "Bearer first" ? first.promise : Promise.resolve(answer([two])),
    );
    logIn("first");
    follow();
    logIn("second");
    await known();
    first.resolve(answer([one]));
    await first.promise;
    await new Promise((resolve) => setTimeout(resolve));
    expect(watched()).toEqual([two]);
  });

  it("keeps the browser's list if the merge fails, and merges it when the connection is back", async () => {
    keep([one]);
    answerFetch({ "POST /watchlist": { status: 503, body: { code: "UNAVAILABLE", message: "Later" } } });
    follow();
    logIn();
    await known();
    expect([watched(), stored()]).toEqual([[one], [one]]);
    const { ids } = account();
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(stored()).toBeNull(), 15_000);
    expect([...ids]).toEqual([one]);
  });

  it("says where the list is when the first lot is added, but not before the list is known", async () => {
    account(three);
    logIn();
    follow();
    await toggleWatch(one);
    await known();
    expect(messages()).toEqual([]);
    stop();
    account();
    useWatchlist.setState({ ids: new Set(), isKnown: true });
    await toggleWatch(two);
    expect(messages()).toEqual(["On your watchlist"]);
  });

  it("changes at once, and changes back with the server's words if it refuses", async () => {
    account(two);
    logIn();
    follow();
    await known();
    answerFetch({
      [`PUT /watchlist/${one}`]: { status: 400, body: { code: "INVALID", message: "You watch 500 lots" } },
      [`DELETE /watchlist/${two}`]: { status: 500, body: {} },
    });
    const adding = toggleWatch(one);
    expect(watched()).toEqual([one, two]);
    await adding;
    expect([watched(), messages()]).toEqual([[two], ["You watch 500 lots"]]);
    const removing = toggleWatch(two);
    expect(watched()).toEqual([]);
    await removing;
    expect([watched(), messages()]).toEqual([[two], ["The lot is still on your watchlist."]]);
  });

  it("ends in the state of the last of several quick taps", async () => {
    const { ids, calls } = account();
    logIn();
    follow();
    await known();
    calls.length = 0;
    await Promise.all([toggleWatch(one), toggleWatch(one), toggleWatch(one)]);
    expect([[...ids], watched()]).toEqual([[one], [one]]);
    await Promise.all([toggleWatch(one), toggleWatch(one), toggleWatch(one), toggleWatch(one)]);
    await vi.waitFor(() => expect(calls.at(-1)?.call).toBe(`PUT /watchlist/${one}`), 15_000);
    expect([[...ids], watched()]).toEqual([[one], [one]]);
  });

  it("keeps a tap that is newer than a list that was still loading", async () => {
    const list = later();
    vi.stubGlobal("fetch", (address: string) =>
      address.endsWith("/ids") ? list.promise : Promise.resolve(new Response("{}")),
    );
    logIn();
    follow();
    await toggleWatch(one);
    list.resolve(new Response(JSON.stringify({ ids: [two] })));
    await known();
    expect(watched()).toEqual([one, two]);
  });
});
