// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { Component as OneSale } from "./sale.tsx";
import { Component as Sales } from "./sales.tsx";

/** The server's events, and its answer to `sale:watch`. */
const pushed = new Set<(frame: object) => void>();
const send = vi.fn(async (_name: string, _data: object): Promise<object> => ({ ok: false, error: {} }));

vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  earlyFrames: { list: [] },
  getConnection: () => ({
    listen: ({ onFrame }: { onFrame?: (frame: object) => void }) => {
      if (onFrame) pushed.add(onFrame);
      return () => onFrame && pushed.delete(onFrame);
    },
    send: (name: string, data: object) => send(name, data),
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
    clock: { hint: () => {}, onChange: () => () => {} },
  }),
}));

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const sale: Sale = {
  _id: "s1",
  title: "Instruments",
  description: "Drums and flutes",
  terms: "Collect in five days.",
  revision: 3,
  pickups: [],
  viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: "Hall B, Yaba" }],
  status: "published",
  opensAt: null,
  closesAt: inHours(5),
  spacingSeconds: 60,
  closing: "in-order",
  groupSize: null,
  asksTerms: false,
  termsVersion: 1,
  picture: null,
  requirements: null,
  isPaused: false,
  isOver: false,
  lotCount: 2,
  softClose: "all",
  createdAt: inHours(-5),
  updatedAt: inHours(-5),
};
const lot = (id: string, title: string, hours: number, details: Partial<Auction> = {}): Auction =>
  ({
    _id: id,
    title,
    description: "",
    categories: [],
    condition: "good",
    location: null,
    media: [],
    imageUrl: null,
    currency: "NGN",
    startingPrice: 100,
    currentPrice: 100,
    minimumBid: 110,
    bidIncrement: 10,
    bidCount: 0,
    buyItNowPrice: null,
    buyItNowFee: null,
    totalAmount: null,
    hasReserve: true,
    reserveMet: false,
    startTime: inHours(-1),
    endTime: inHours(hours),
    softClose: null,
    latestEndTime: null,
    contentVersion: 1,
    contentChangedAt: null,
    duration: 24,
    status: "active",
    pausedAt: null,
    pausedUntil: null,
    seller: null,
    leader: null,
    winner: null,
    isLeading: false,
    version: 1,
    createdAt: "",
    updatedAt: "",
    serverTime: "",
    ...details,
  }) as Auction;
const pagination = { current: 1, pages: 1, total: 2, limit: 100 };
const drum = lot("a1", "Talking drum", 5, { currentPrice: 24_500, bidCount: 7 });
const flute = lot("a2", "Bamboo flute", 5.02);

const open = (shown: Partial<Sale> = {}) =>
  answerFetch({
    "GET /sales/s1": { body: { sale: { ...sale, ...shown } } },
    "GET /sales/s1/lots": (_body, search) => {
      const lots = [
        { lotNumber: 1, auction: drum },
        { lotNumber: 2, auction: flute },
      ].filter(({ auction }) => !search.includes("search=flute") || auction === flute);
      return { body: { lots, pagination: { ...pagination, total: lots.length } } };
    },
  });

afterEach(cleanUp);

it("lists running sales first, and those that are over below", async () => {
  answerFetch({
    "GET /sales": {
      body: {
        sales: [sale, { ...sale, _id: "s2", title: "Cleared", isOver: true }, { ...sale, _id: "s3", status: "draft" }],
        pagination,
      },
    },
  });
  renderAt("/sales", { "/sales": Sales });
  const running = within(await screen.findByRole("region", { name: "Running and upcoming" }));
  expect(running.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/sales/s1"]);
  expect(running.getByText("Bidding open")).toBeTruthy();
  const over = within(screen.getByRole("region", { name: "Past sales" }));
  expect(over.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Cleared"]);
});

it("says that there is no sale", async () => {
  answerFetch({ "GET /sales": { body: { sales: [], pagination } } });
  renderAt("/sales", { "/sales": Sales });
  expect(await screen.findByText("There are no sales yet.")).toBeTruthy();
});

it("shows a sale with its viewing, its terms, the lot that closes first and the catalogue in its order", async () => {
  open();
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  expect(await screen.findByRole("heading", { name: "Instruments" })).toBeTruthy();
  expect(screen.getByText(/Hall B, Yaba/).closest("li")?.textContent).toMatch(/Sun, 22 Nov, 10:00 WAT to 17:00/);
  expect(screen.getByText("Collect in five days.")).toBeTruthy();
  expect(screen.getByText(/the lots after it wait/)).toBeTruthy();
  const rows = await screen.findAllByRole("article");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Lot 1.*Talking drum.*7 bids.*₦24,500/),
    expect.stringMatching(/Lot 2.*Bamboo flute.*0 bids.*₦100/),
  ]);
  const first = within(await screen.findByRole("region", { name: "Closes first" }));
  expect(first.getAllByRole("link")[0]?.textContent).toBe("Talking drum");
});

it("names the first bid of a lot beside its starting price, when a lot closed, and the house's place of pickup", async () => {
  const over = { status: "ended" as const, endedAt: "2026-11-28T14:02:00.000Z", bidCount: 0 };
  answerFetch({
    "GET /sales/s1": { body: { sale: { ...sale, pickups: [] }, place: "3 Marina Road" } },
    "GET /sales/s1/lots": {
      body: {
        lots: [
          { lotNumber: 1, auction: flute },
          { lotNumber: 2, auction: lot("a3", "Clay pot", -1, over) },
        ],
        pagination,
      },
    },
  });
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  const row = async (name: string) => (await screen.findByRole("article", { name })).textContent;
  expect(await row("Bamboo flute")).toContain("Starting price₦100.00First bid ₦110.00");
  expect(await row("Clay pot")).toContain("Closed Sat, 28 Nov, 15:02 WAT");
  expect(await row("Clay pot")).not.toMatch(/First bid|Closes/);
  expect(screen.getByText("3 Marina Road").parentElement?.textContent).toBe("Pickup at 3 Marina Road");
});

it("says that lots are closing once the first close has come", async () => {
  open({ closesAt: inHours(-1) });
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  expect(await screen.findByRole("region", { name: "Closing now" })).toBeTruthy();
});

it("finds lots within the sale, and shows all of them again", async () => {
  const calls = open();
  const router = renderAt("/sales/s1", { "/sales/:id": OneSale });
  const box = await screen.findByLabelText("Search within this sale");
  fireEvent.change(box, { target: { value: " flute " } });
  fireEvent.submit(box.closest("form") ?? box);
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(1));
  expect(screen.getByText("1 lot found")).toBeTruthy();
  expect(router.state.location.search).toBe("?search=flute");
  expect(calls.some(({ search }) => search === "?search=flute&page=1")).toBe(true);
  fireEvent.change(screen.getByLabelText("Search within this sale"), { target: { value: "" } });
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
});

it("says that a sale is paused", async () => {
  open({ isPaused: true });
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  expect(await screen.findByText("This sale is paused.")).toBeTruthy();
});

/** The event of an action on the whole sale. */
const publish = (isPaused: boolean, revision: number, second: number, saleId = sale._id) => {
  const { title, status, opensAt, closesAt, isOver, termsVersion } = sale;
  const data = {
    saleId,
    serverTime: `2026-11-24T12:00:0${second}.000Z`,
    sale: { _id: saleId, title, status, opensAt, closesAt, isOver, termsVersion, isPaused, revision },
  };
  act(() => {
    for (const push of pushed) push({ type: "sale:changed", data });
  });
};

it("shows an action whose event comes while the sale is loaded for the first time", async () => {
  const reads = lateAnswers(() => ({ sale, action: null }));
  const release = reads.hold();
  answerFetch({ "GET /sales/s1": reads.answer });
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  await waitFor(() => expect(pushed.size).toBeGreaterThan(0));
  publish(true, 5, 2);
  release();
  expect(await screen.findByText("This sale is paused.")).toBeTruthy();
});

it("shows the staff's actions on the whole sale, and drops older events", async () => {
  const calls = open();
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  await screen.findByRole("heading", { name: "Instruments" });
  expect(send).toHaveBeenCalledWith("sale:watch", { saleId: "s1" });
  publish(true, 9, 1, "another");
  expect(screen.queryByText("This sale is paused.")).toBeNull();
  publish(true, 5, 2);
  expect(await screen.findByText("This sale is paused.")).toBeTruthy();
  publish(false, 4, 3);
  publish(false, 5, 1);
  expect(screen.getByText("This sale is paused.")).toBeTruthy();
  publish(false, 6, 4);
  await waitFor(() => expect(screen.queryByText("This sale is paused.")).toBeNull());
  // Its texts may have changed too, so it is read again, not by everybody at the same moment.
  const reads = () => calls.filter(({ call }) => call === "GET /sales/s1").length;
  await waitFor(() => expect(reads()).toBeGreaterThan(1), { timeout: 45_000 });
});

it("says so if the sale is not there", async () => {
  answerFetch({});
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  expect(await screen.findByText("This sale is not here.")).toBeTruthy();
});

const asks = { phone: false, document: false, approval: true };
const unapproved = { asks, missing: ["approval"], limit: null, saleId: "s1", document: null, approval: null };
const openAsking = (mayBid: object) => {
  const calls = answerFetch({
    "GET /sales/s1": { body: { sale } },
    "GET /sales/s1/lots": { body: { lots: [{ lotNumber: 1, auction: drum }], pagination } },
    "GET /sales/s1/may-bid": { body: mayBid },
    "POST /sales/s1/ask-approval": {
      body: { ...unapproved, approval: { status: "waiting", reason: null } },
    },
  });
  renderAt("/sales/s1", { "/sales/:id": OneSale });
  return calls;
};

it("says to a visitor what the sale asks of bidders, and leads to the login", async () => {
  openAsking(unapproved);
  expect(await screen.findByText("To bid here you need our approval.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
});

it("lets a bidder ask for the approval on the sale's page", async () => {
  useSession.getState().logIn(testUser, "t");
  const calls = openAsking(unapproved);
  fireEvent.click(await screen.findByRole("button", { name: "Ask for approval" }));
  expect(await screen.findByText(/You asked for our approval/)).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith("POST"))).toHaveLength(1);
});

it("says that an approved bidder can bid, and up to which limit", async () => {
  useSession.getState().logIn(testUser, "t");
  openAsking({ ...unapproved, missing: [], limit: 50_000, approval: { status: "approved", reason: null } });
  expect(await screen.findByText("You can bid in this sale.")).toBeTruthy();
  expect(screen.getByText(/Your limit here is ₦50,000/)).toBeTruthy();
});
