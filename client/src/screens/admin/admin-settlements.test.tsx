// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { settlement } from "../../features/settlements/settlement-for-test.ts";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as SettlementsScreen } from "./admin-settlements.tsx";

interface Listener {
  onFrame?: (frame: PushFrame) => void;
  onJoined?: (feed: string) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>(), feeds: [] as string[] }));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: (listener: Listener) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    watchFeed: (feed: string) => {
      live.feeds.push(feed);
      return () => live.feeds.splice(live.feeds.indexOf(feed), 1);
    },
    state: "live",
    onState: () => () => {},
  }),
}));
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const push = (changed: Settlement) =>
  act(async () => {
    for (const listener of live.listeners) {
      listener.onFrame?.({ type: "settlement:changed", data: { settlement: changed } });
    }
    await settle();
  });

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const won = (change: Partial<Settlement> = {}) =>
  settlement({
    _id: "w1",
    kind: "win",
    fee: 0,
    price: 40_000,
    total: 40_000,
    penalty: 4000,
    deposit: 8000,
    depositNgn: 8000,
    remaining: 32_000,
    remainingNgn: 32_000,
    ...change,
  });
const paid = (change: Partial<Settlement> = {}) =>
  settlement({
    status: "paid",
    paid: 76_500,
    remaining: 0,
    closedAt: "2026-11-21T12:00:00.000Z",
    closedBy: { _id: "x", username: "chidi" },
    ...change,
  });
const answer = (settlements: Settlement[], pagination: Partial<Settlements["pagination"]> = {}): Settlements => ({
  settlements,
  pagination: { current: 1, pages: 1, total: settlements.length, limit: 20, ...pagination },
});

const admin = { ...testUser, username: "boss", role: "admin" as const };
const LIST = "GET /settlements";
const open = (list: Settlement[], more: Parameters<typeof answerFetch>[0] = {}, address = "/admin/settlements") => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    [LIST]: { body: answer(list) },
    ...more,
  });
  const router = renderAt(address, { "/admin/settlements": SettlementsScreen });
  return { calls, router, posts: () => calls.filter(({ call }) => call.startsWith("POST")) };
};
const row = (title: RegExp | string = /Bronze leopard/) => screen.getByRole("row", { name: title });
const findRow = (title: RegExp | string = /Bronze leopard/) => screen.findByRole("row", { name: title });
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>("button", { name });
/** Chooses an action in the menu of the row. */
const choose = (action: string, of: RegExp | string = /^More actions: Bronze leopard/) => {
  fireEvent.click(button(of));
  fireEvent.click(screen.getByRole("menuitem", { name: action }));
};
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name, hidden: true }));

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(admin, "t");
});
afterEach(cleanUp);

describe("access", () => {
  // S185
  it("sends a user who is not an administrator home, and a visitor to the login and back", () => {
    useSession.getState().logIn(testUser, "t");
    expect(open([]).router.state.location.pathname).toBe("/");
    cleanUp();
    const { router } = open([], {}, "/admin/settlements?kind=win");
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ from: "/admin/settlements?kind=win" });
  });
});

describe("a row of the list", () => {
  // S188
  it("shows lot, buyer, amount with fee, penalty, deadline and the buyer's contacts", async () => {
    open([settlement({ dueAt: "2030-11-21T13:05:00.000Z" })]);
    const shown = within(await findRow());
    for (const text of [
      "Buy It Now",
      "₦94,500.00",
      "₦90,000.00",
      "₦4,500.00",
      "₦18,000.00",
      "₦76,500.00",
      "₦9,000.00",
      "Open",
    ]) {
      expect(shown.getAllByText(text).length).toBeGreaterThan(0);
    }
    expect(shown.getByText("Thu, 21 Nov, 14:05 WAT")).toBeTruthy();
    const href = (name: string | RegExp) => shown.getByRole("link", { name }).getAttribute("href");
    expect(href("Bronze leopard")).toBe("/auction/a1");
    expect(href("Details of Bronze leopard")).toBe("/admin/settlements/s1");
    expect(row().textContent).toContain("JARA-6F1F-3C1E-8A52");
    expect(href("History of Bronze leopard")).toBe("/admin/auctions/a1/history");
    expect(href("adaeze@example.ng")).toContain("mailto:adaeze@example.ng");
    expect(href("+234 801 234 5678")).toBe("tel:+2348012345678");
    expect(row().textContent).toContain("Adaeze Obi");
  });

  // S189
  it.each([
    ["far from its deadline", 60, "", false],
    ["close to its deadline", 10, "", true],
    ["after it", -1, "Overdue: the forfeit is automatic", true],
  ])("shows the time left %s", async (_what, minutes, words, amber) => {
    open([settlement({ dueAt: inMinutes(minutes) })]);
    await findRow();
    if (words) expect(screen.getByText(words)).toBeTruthy();
    else {
      const clock = screen.getByRole("timer").parentElement;
      expect(clock?.textContent).toMatch(/^\d+m \d+s left$/);
      expect(clock?.className.includes("text-amber")).toBe(amber);
    }
  });

  // S190
  it("marks a winner's deadline as near earlier than a buyer's", async () => {
    open([won({ dueAt: inMinutes(23 * 60) })]);
    await findRow();
    expect(screen.getByRole("timer").parentElement?.className).toContain("text-amber");
  });

  // S191
  it("shows who closed a settlement, when and why, and does not offer to close it again", async () => {
    open([paid({ status: "waived", note: "Sick in hospital" })]);
    await findRow();
    expect(screen.getByText("Waived by chidi, no penalty taken", { exact: false })).toBeTruthy();
    expect(screen.getByText("Sat, 21 Nov, 13:00 WAT")).toBeTruthy();
    expect(screen.getByText("Sick in hospital")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Record payment|More actions)/ })).toBeNull();
    expect(screen.getByText("Nothing is owed at the moment.")).toBeTruthy();
  });
});

describe("the action Payment received", () => {
  const call = "POST /settlements/s1/payment-received";

  // S192
  it("asks for a confirmation with amount and buyer, and then shows the outcome in the same row and focuses it", async () => {
    const { posts } = open([settlement(), won({ auction: { ...settlement().auction, title: "Kora" } })], {
      [call]: { body: { settlement: paid({ closedBy: { _id: "u1", username: "boss" } }) } },
    });
    await findRow();
    choose("Payment received", "More actions: Bronze leopard, adaeze");
    expect(screen.getByRole("dialog").textContent).toContain(
      "₦76,500.00 from adaeze (Adaeze Obi) for Bronze leopard has arrived, and nothing remains due.",
    );
    expect(posts()).toHaveLength(0);
    press("Payment received");
    expect(await screen.findByText("Payment confirmed by boss", { exact: false })).toBeTruthy();
    expect(posts()).toEqual([{ call, body: undefined, search: "" }]);
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Bronze leopard"),
      expect.stringContaining("Kora"),
    ]);
    await waitFor(() => expect(document.activeElement).toBe(row()));
    expect(toasts.getState()[0]?.message).toBe("Payment confirmed by boss: Bronze leopard");
  });

  // S197
  it("shows the server's message when another administrator was first, and updates the row in its place", async () => {
    const kora = won({ auction: { ...settlement().auction, title: "Kora" } });
    open([settlement(), kora], {
      [call]: {
        status: 409,
        body: { code: "SETTLEMENT_CLOSED", message: "This payment was already confirmed by chidi." },
      },
      "GET /settlements/s1": { body: { settlement: paid() } },
    });
    await findRow();
    choose("Payment received", "More actions: Bronze leopard, adaeze");
    press("Payment received");
    expect(await screen.findByText("This payment was already confirmed by chidi.")).toBeTruthy();
    expect((await within(row()).findAllByText("Paid")).length).toBeGreaterThan(0);
    expect(screen.getAllByRole("rowheader")[0]?.textContent).toContain("Bronze leopard");
    expect(within(screen.getByRole("dialog")).queryByRole("button", { name: "Payment received" })).toBeNull();
  });

  // S198
  it("says that the outcome is unknown when no answer comes, and repeats the request under the same key", async () => {
    const keys: (string | undefined)[] = [];
    open([settlement()]);
    const listed = fetch;
    vi.stubGlobal("fetch", (address: string, init: { method: string; headers: Record<string, string> }) => {
      if (init.method !== "POST") return listed(address, init);
      keys.push(init.headers["idempotency-key"]);
      if (keys.length === 1) return Promise.reject(new TypeError("offline"));
      return Promise.resolve(new Response(JSON.stringify({ settlement: paid() })));
    });
    await findRow();
    choose("Payment received");
    press("Payment received");
    expect(await screen.findByText(/^We could not confirm that this went through/)).toBeTruthy();
    press("Payment received");
    expect(await screen.findByText("Payment confirmed by chidi", { exact: false })).toBeTruthy();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  it("shows the amount that remains after the deposit, as the mail to the winner does", async () => {
    open([won()]);
    await findRow();
    choose("Payment received");
    expect(screen.getByRole("dialog").textContent).toContain("₦32,000.00 from adaeze");
  });

  // S200
  it("reports when another administrator closes the settlement while the dialog is open", async () => {
    open([settlement()]);
    await findRow();
    choose("Payment received");
    await push(paid());
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("It was closed in the meantime.")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Payment received" })).toBeNull();
  });
});

describe("the action Waive", () => {
  // S194
  it.each([
    ["a Buy It Now", settlement(), /The purchase is void and the auction resumes/],
    ["a win", won(), /The auction stays ended/],
  ])("explains the effect on %s, and sends the note", async (_what, one, words) => {
    const call = `POST /settlements/${one._id}/waive`;
    const { posts } = open([one], {
      [call]: { body: { settlement: paid({ ...one, status: "waived", closedBy: { _id: "u1", username: "boss" } }) } },
    });
    await findRow();
    choose("Waive");
    expect(screen.getByRole("dialog").textContent).toMatch(words);
    expect(screen.getByRole("dialog").textContent).toContain("No penalty is taken");
    fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: "  Paid twice  " } });
    press("Waive");
    expect(await screen.findByText("Waived by boss, no penalty taken", { exact: false })).toBeTruthy();
    expect(posts()).toEqual([{ call, body: { note: "Paid twice" }, search: "" }]);
  });

  // S195
  it("keeps the note when the server refuses, and sends no note when none was written", async () => {
    const call = "POST /settlements/s1/waive";
    const { posts } = open([settlement()], {
      [call]: { status: 503, body: { code: "UNAVAILABLE", message: "Try again." } },
    });
    await findRow();
    choose("Waive");
    press("Waive");
    expect(await screen.findByText("Try again.")).toBeTruthy();
    expect(posts()[0]?.body).toEqual({});
    fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: "kept" } });
    press("Waive");
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe("kept");
  });
});

describe("a stuck forfeit", () => {
  const stuck = { attempts: 5, lastError: "ledger is locked", since: "2026-11-21T12:00:00.000Z" };

  // S201
  it("is listed first with its error and attempts, and leaves its place when the administrator retries it", async () => {
    const late = settlement({ stuck, dueAt: inMinutes(-30) });
    const { posts } = open([late], {
      "POST /settlements/s1/retry": { body: { settlement: { ...late, stuck: null } } },
    });
    await findRow();
    const part = screen.getByRole("region", { name: "A forfeit needs your decision" });
    expect(part.textContent).toContain("₦9,000.00 from adaeze for Bronze leopard");
    expect(part.textContent).toContain("Tried 5 times");
    expect(part.textContent).toContain("ledger is locked");
    expect(screen.getByText("Overdue: the forfeit is stuck")).toBeTruthy();
    fireEvent.click(button(/^Try again/));
    await waitFor(() => expect(screen.queryByRole("region", { name: "A forfeit needs your decision" })).toBeNull());
    expect(posts()).toHaveLength(1);
    expect(screen.getByText("Overdue: the forfeit is automatic")).toBeTruthy();
  });
});

describe("many at once", () => {
  const readyOf = async (sales: [string, string]) => {
    const pickup = { status: "waiting" as const, place: null, hours: null, readyAt: null, handedOverAt: null };
    const lots = sales.map((sale, n) =>
      paid({ _id: `s${n}`, pickup, sale: { _id: sale, title: "Estate", lot: `${n + 1}` } }),
    );
    const times = { from: "2099-12-04T09:00:00.000Z", until: "2099-12-04T11:00:00.000Z", slotMinutes: 30, buyers: 2 };
    const later = { from: "2099-12-11T09:00:00.000Z", until: "2099-12-11T11:00:00.000Z", place: "Hall B" };
    const { calls } = open(lots, {
      "GET /sales/x": {
        body: { sale: { closesAt: times.from, pickups: [{ ...times, place: "12 Broad Street" }] } },
      },
      "GET /sales/y": { body: { sale: { closesAt: later.from, pickups: [{ ...times, ...later }] } } },
      "POST /settlements/s0/ready": { body: { settlement: lots[0] } },
      "POST /settlements/s1/ready": { body: { settlement: lots[1] } },
    });
    for (const box of await screen.findAllByRole("checkbox", { name: /^Select Bronze leopard/ })) fireEvent.click(box);
    fireEvent.click(button("Ready for pickup"));
    return calls;
  };
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  it("are made ready with the pickup times of their sale", async () => {
    await readyOf(["x", "x"]);
    await waitFor(() => expect(value("Place")).toBe("12 Broad Street"));
    expect(value("Hours")).toBe("Fri, 4 Dec, 10:00 to 12:00");
    expect(screen.queryByText(/not all of one sale/)).toBeNull();
  });

  it("are each made ready with the pickup times of their own sale, if they are of several", async () => {
    const calls = await readyOf(["x", "y"]);
    expect(screen.getByText(/not all of one sale/)).toBeTruthy();
    const placeOf = async (sale: RegExp) =>
      within(await screen.findByRole("group", { name: sale })).getByLabelText<HTMLInputElement>("Place");
    await waitFor(async () => expect((await placeOf(/^Estate, 4 Dec 2099: 1 lot$/)).value).toBe("12 Broad Street"));
    expect((await placeOf(/^Estate, 11 Dec 2099: 1 lot$/)).value).toBe("Hall B");
    fireEvent.change(await placeOf(/11 Dec 2099/), { target: { value: "Hall C" } });
    fireEvent.click(button("Ready for pickup: 2 lots"));
    const sent = () => calls.filter(({ call }) => call.startsWith("POST ")).map(({ call, body }) => [call, body]);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      ["POST /settlements/s0/ready", { place: "12 Broad Street", hours: "Fri, 4 Dec, 10:00 to 12:00", seen: null }],
      ["POST /settlements/s1/ready", { place: "Hall C", hours: "Fri, 11 Dec, 10:00 to 12:00", seen: null }],
    ]);
  });
});

describe("the live list", () => {
  // S202
  it("shows a new settlement, another administrator's closing and a forfeit at once, and moves no other row", async () => {
    open([settlement(), won({ auction: { ...settlement().auction, title: "Kora" }, dueAt: inMinutes(4000) })]);
    await findRow();
    expect(live.feeds).toContain("admin");
    const auction = { ...settlement().auction, title: "Udu drum" };
    await push(settlement({ _id: "new", auction, dueAt: inMinutes(59), createdAt: inMinutes(1) }));
    const titles = () =>
      screen.getAllByRole("rowheader").map((header) => within(header).getAllByRole("link").at(-1)?.textContent);
    expect(titles()).toEqual(["Bronze leopard", "Udu drum", "Kora"]);
    await push(paid());
    await push(
      won({ status: "forfeited", penaltyNgn: 4000, closedAt: inMinutes(0), auction: { ...auction, title: "Kora" } }),
    );
    expect(titles()).toEqual(["Bronze leopard", "Udu drum", "Kora"]);
    expect(row(/Bronze leopard/).textContent).toContain("Payment confirmed by chidi");
    expect(row(/Kora/).textContent).toContain("Not paid in time");
    expect(row(/Kora/).textContent).toContain("₦4,000.00taken from the balance");
  });

  // S203
  it("fetches the list again when the feed is joined again", async () => {
    let list = [settlement()];
    open([], { [LIST]: () => ({ body: answer(list) }) });
    await findRow();
    list = [paid()];
    await act(async () => {
      for (const listener of live.listeners) listener.onJoined?.("admin");
      await settle();
    });
    expect(await screen.findByText("Payment confirmed by chidi", { exact: false })).toBeTruthy();
  });
});

describe("filters, pages and errors", () => {
  // S207
  it("keeps the filters in the address, so that Back undoes them", async () => {
    const { router, calls } = open([settlement()], {}, "/admin/settlements?page=2");
    const lastRead = () => calls.filter(({ call }) => call === LIST).at(-1)?.search;
    await findRow();
    expect(lastRead()).toBe("?page=2");
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "open" } });
    await waitFor(() => expect(router.state.location.search).toBe("?status=open"));
    fireEvent.change(screen.getByLabelText("What"), { target: { value: "win" } });
    fireEvent.change(screen.getByLabelText("Search settlements"), { target: { value: " leopard " } });
    fireEvent.submit(screen.getByRole("form", { name: "Filter settlements" }));
    await waitFor(() => expect(lastRead()).toBe("?status=open&kind=win&q=leopard"));
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe("?status=open&kind=win");
    expect(screen.getByLabelText<HTMLInputElement>("Search settlements").value).toBe("");
    fireEvent.click(button("Clear"));
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  // S208
  it("links to the other pages and keeps the filters", async () => {
    open(
      [],
      { [LIST]: { body: answer([settlement()], { current: 2, pages: 3, total: 45 }) } },
      "/admin/settlements?kind=win&page=2",
    );
    await findRow();
    expect(screen.getByText("Page 2 of 3 (45 total)")).toBeTruthy();
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(href("Previous")).toBe("/admin/settlements?kind=win");
    expect(href("Next")).toBe("/admin/settlements?kind=win&page=3");
  });

  // S209
  it.each([
    ["", "Nothing is owed at the moment."],
    ["?status=open", "Nothing is owed at the moment."],
    ["?q=kora", "No settlements match these filters."],
    ["?status=paid", "No settlements match these filters."],
  ])("says that there are no settlements at %s", async (search, words) => {
    open([], {}, `/admin/settlements${search}`);
    expect(screen.getByText("Loading settlements...")).toBeTruthy();
    expect(await screen.findByText(words)).toBeTruthy();
  });

  // S210
  it("shows an error when the list cannot be loaded, and loads it again on request", async () => {
    let fails = true;
    open([], {
      [LIST]: () =>
        fails
          ? { status: 500, body: { code: "INTERNAL", message: "Something went wrong on our side." } }
          : { body: answer([settlement()]) },
    });
    expect(await screen.findByText("Something went wrong on our side.")).toBeTruthy();
    fails = false;
    fireEvent.click(button("Retry"));
    expect(await findRow()).toBeTruthy();
  });
});
