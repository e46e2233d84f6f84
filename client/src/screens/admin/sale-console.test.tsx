// @vitest-environment happy-dom
// Tests how the console loads: it never looks like a sale without lots while its lots are not known.
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Console } from "./sale-console.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    watchAuction: () => () => {},
    rewatch: () => {},
    state: "live",
    onState: () => () => {},
    send: async () => ({ ok: false, error: { code: "NOT_FOUND", message: "" } }),
    clock: { hint: () => {}, onChange: () => () => {} },
  }),
}));

/** Reports to the page as the browser's observers do, by the observed element. */
const reports = new Map<Element, (isIntersecting: readonly boolean[]) => void>();
class FakeObserver {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe(target: Element) {
    reports.set(target, (all) =>
      this.#report(
        all.map((isIntersecting) => ({ isIntersecting, target }) as IntersectionObserverEntry),
        this as unknown as IntersectionObserver,
      ),
    );
  }
  disconnect() {}
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const sale = {
  _id: "s1",
  title: "Instruments",
  status: "published",
  revision: 3,
  opensAt: null,
  closesAt: inHours(1),
  spacingSeconds: 60,
  closing: "in-order",
  groupSize: null,
  isPaused: false,
  isOver: false,
  lotCount: 1,
  viewings: [],
  pickups: [],
};
const drum = {
  _id: "a1",
  title: "Drum",
  status: "active",
  currency: "NGN",
  media: [],
  imageUrl: null,
  currentPrice: 100,
  bidCount: 0,
  leader: null,
  winner: null,
  hasReserve: false,
  reserveMet: true,
  endTime: inHours(1),
  version: 1,
};
const lots = { lots: [{ lotNumber: 1, auction: drum }], pagination: { current: 1, pages: 1, total: 1, limit: 100 } };

const open = (answers: Parameters<typeof answerFetch>[0]) => {
  answerFetch({
    "GET /auth/profile": { body: { user: useSession.getState().user } },
    "GET /sales/s1": { body: { sale, action: null } },
    "GET /sales/s1/lots": { body: lots },
    "GET /auctions/a1": { body: { auction: drum } },
    ...answers,
  });
  renderAt("/admin/sales/s1/console", { "/admin/sales/:id/console": Console });
};

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  useSession.getState().logIn({ ...testUser, role: "admin" }, "t");
});
afterEach(() => {
  reports.clear();
  cleanUp();
});

const retry = () => fireEvent.click(screen.getByRole("button", { name: "Retry" }));

it.each([
  ["the sale", "GET /sales/s1", { sale, action: null }, "Failed to load the sale"],
  ["its lots", "GET /sales/s1/lots", lots, "Failed to load the lots of this sale"],
])(
  "says that %s could not be loaded, shows no empty board, and loads it again on request",
  async (_what, call, body, words) => {
    let fails = true;
    open({ [call]: () => (fails ? { status: 500, body: {} } : { body }) });
    expect((await screen.findByRole("alert")).textContent).toContain(words);
    expect(screen.queryByText("No lot is open.")).toBeNull();
    expect(screen.queryByLabelText("The sale so far")).toBeNull();
    fails = false;
    retry();
    expect(await screen.findByRole("region", { name: "Open lots" })).toBeTruthy();
    expect(screen.getByLabelText("The sale so far").textContent).toContain("Open1");
  },
);

it("fills a row whose place changed while the page was busy", async () => {
  open({});
  const board = await screen.findByRole("region", { name: "Open lots" });
  const row = board.querySelector("li");
  if (!row) throw new Error("no row");
  expect(row.textContent).toBe("");
  // The browser hands over both at once: the row was outside the window, and then inside.
  act(() => reports.get(row)?.([false, true]));
  expect(row.textContent).toContain("Drum");
  act(() => reports.get(row)?.([true, false]));
  expect(row.textContent).toBe("");
});
