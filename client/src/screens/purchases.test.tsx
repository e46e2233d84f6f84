// @vitest-environment happy-dom
import type { Invoice } from "@jara/shared/rest/invoices";
import type { Purchases, SecondChance } from "@jara/shared/rest/settlements";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, lateAnswers, renderAt, testUser } from "../app/render-for-test.tsx";
import { winForTest } from "../features/payments/win-for-test.ts";
import { useSession } from "../store/session.ts";
import { Component } from "./purchases.tsx";

const hear = vi.hoisted(() => ({ listeners: new Set<(frame: unknown) => void>() }));
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-24T12:00:00.000Z"),
  getConnection: () => ({
    listen: ({ onFrame }: { onFrame: (frame: unknown) => void }) => {
      hear.listeners.add(onFrame);
      return () => hear.listeners.delete(onFrame);
    },
    state: "live",
    onState: () => () => {},
  }),
}));

const LIST = "GET /users/purchases";
const OFFERS = "GET /users/second-chances";
const page = (purchases: Purchases["purchases"], change: Partial<Purchases["pagination"]> = {}): Purchases => ({
  purchases,
  due: purchases.filter(({ status }) => status === "open").length,
  pagination: { current: 1, pages: 1, total: purchases.length, limit: 20, ...change },
});
const lotOf = (_id: string, title: string) => ({ _id, title, currency: "NGN" as const, image: null });
const ofInvoice = {
  _id: "i1",
  number: "I-2026-000012",
  sale: { _id: "x", title: "November sale" },
  day: null,
  buyer: { _id: "u", username: "ada" },
  currency: "NGN",
  createdAt: "2026-11-24T12:00:00.000Z",
} as const;
const offer: SecondChance = {
  _id: "o1",
  auction: lotOf("x", "Generator"),
  price: 40_000,
  depositNgn: 8_000,
  expiresAt: "2026-11-25T12:00:00.000Z",
};
const open = (answers: Parameters<typeof answerFetch>[0], address = "/purchases") => {
  useSession.getState().logIn({ ...testUser, balance: 50_000 }, "t");
  const calls = answerFetch({ [OFFERS]: { body: { offers: [] } }, "GET /site": { status: 503 }, ...answers });
  const router = renderAt(address, { "/purchases": Component, "/login": () => <p>the login</p> });
  return { calls, router };
};

beforeEach(() => hear.listeners.clear());
afterEach(cleanUp);

it("sends a visitor to the login and back to the same page", async () => {
  answerFetch({});
  const router = renderAt("/purchases?page=2", { "/purchases": Component, "/login": () => <p>the login</p> });
  expect(await screen.findByText("the login")).toBeTruthy();
  expect(router.state.location.state).toEqual({ from: "/purchases?page=2" });
});

it("shows an unpaid lot as a card with the lot's link, and folds closed ones", async () => {
  const due = winForTest();
  const over = winForTest({
    _id: "s2",
    auction: lotOf("b", "Standing fan"),
    status: "forfeited",
    penaltyNgn: 4_500,
    closedAt: "2026-11-20T12:00:00.000Z",
  });
  open({ [LIST]: { body: page([due, over]) } });
  const link = await screen.findByRole("link", { name: "Talking drum" });
  expect(link.getAttribute("href")).toBe("/auction/a?pay");
  expect(screen.getByRole("region", { name: /^Payment due by/ })).toBeTruthy();
  const earlier = within(screen.getByRole("region", { name: "Earlier" }));
  expect(earlier.getByText("Not paid in time")).toBeTruthy();
  expect(document.querySelector("details")?.open).toBe(false);
});

it("says that the list is empty, or that it could not be loaded, and loads it again on request", async () => {
  open({ [LIST]: { body: page([]) } });
  expect(await screen.findByText("You have not bought anything yet.")).toBeTruthy();
  cleanUp();
  let answer: { status: number; body: unknown } = { status: 403, body: { code: "FORBIDDEN", message: "Not now." } };
  open({ [LIST]: () => answer });
  expect(await screen.findByText("Not now.")).toBeTruthy();
  answer = { status: 200, body: page([winForTest()]) };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Talking drum")).toBeTruthy();
});

it("gives each page its own address", async () => {
  const { calls } = open(
    { [LIST]: { body: page([winForTest()], { current: 2, pages: 3, total: 41 }) } },
    "/purchases?page=2",
  );
  expect((await screen.findByRole("link", { name: "Previous" })).getAttribute("href")).toBe("/purchases");
  expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("/purchases?page=3");
  expect(calls.filter(({ call }) => call === LIST).map(({ search }) => search)).toContain("?page=2&limit=20");
});

it("shows a new purchase and a payment as soon as the user's own event comes", async () => {
  let held = page([]);
  open({ [LIST]: () => ({ body: held }) });
  await screen.findByText("You have not bought anything yet.");
  const push = (type: string) =>
    act(() => {
      for (const listener of hear.listeners) listener({ type, data: { auctionId: "a", status: "open" } });
    });
  held = page([winForTest({ kind: "buy-it-now" })]);
  push("purchase:changed");
  expect(await screen.findByText("Bought with Buy It Now")).toBeTruthy();
  held = page([winForTest({ status: "paid", remaining: 0 })]);
  push("win:changed");
  expect(await screen.findByText("Your payment is confirmed")).toBeTruthy();
});

it("shows a new purchase whose event comes while the list is loaded for the first time", async () => {
  let held = page([]);
  let answer = () => {};
  let after = new Promise<void>((resolve) => (answer = resolve));
  open({ [LIST]: () => ({ body: held, after }) });
  await waitFor(() => expect(hear.listeners.size).toBeGreaterThan(0));
  held = page([winForTest({ kind: "buy-it-now" })]);
  after = Promise.resolve();
  act(() => {
    for (const listener of hear.listeners)
      listener({ type: "purchase:changed", data: { auctionId: "a", status: "open" } });
  });
  await act(async () => answer());
  expect(await screen.findByText("Bought with Buy It Now")).toBeTruthy();
});

it("accepts a second chance once, after a confirmation", async () => {
  let offers = [offer];
  const accept = "POST /second-chances/o1/accept";
  const { calls } = open({
    [LIST]: { body: page([]) },
    [OFFERS]: () => ({ body: { offers } }),
    [accept]: () => {
      offers = [];
      return { body: { win: winForTest() } };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  for (const part of ["₦40,000.00", "₦8,000.00", "(20%)", "3 business days"])
    expect(dialog.textContent).toContain(part);
  expect(calls.some(({ call }) => call === accept)).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Buy for ₦40,000.00" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Second chances" })).toBeNull());
  expect(calls.filter(({ call }) => call === accept)).toHaveLength(1);
});

it("offers a second chance no more once it was accepted, before the offers are read again", async () => {
  const reads = lateAnswers(() => ({ offers: [offer] }));
  open({
    [LIST]: { body: page([]) },
    [OFFERS]: reads.answer,
    "POST /second-chances/o1/accept": { body: { win: winForTest() } },
  });
  const accept = await screen.findByRole("button", { name: "Accept" });
  reads.hold();
  fireEvent.click(accept);
  fireEvent.click(await screen.findByRole("button", { name: /^Buy for/ }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
});

it("declines after a confirmation, and shows why the server refused", async () => {
  const decline = "POST /second-chances/o1/decline";
  open({
    [LIST]: { body: page([]) },
    [OFFERS]: { body: { offers: [{ ...offer, depositNgn: 3_000 }] } },
    [decline]: { status: 409, body: { code: "SETTLEMENT_CLOSED", message: "The offer is over." } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
  expect(document.querySelector("dialog")?.textContent).toContain("You need at least 20% of the price in your balance");
  fireEvent.click(screen.getByRole("button", { name: "Not yet" }));
  fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = within(document.querySelector("dialog") as HTMLDialogElement);
  fireEvent.click(dialog.getByRole("button", { name: "Decline" }));
  expect(await dialog.findByText("The offer is over.")).toBeTruthy();
});

it("says in words why somebody with unpaid wins cannot accept", async () => {
  const message = "You did not pay 2 lots that you won. You cannot bid or buy until they are settled.";
  open({
    [LIST]: { body: page([]) },
    [OFFERS]: { body: { offers: [offer] } },
    "POST /second-chances/o1/accept": { status: 403, body: { code: "FORBIDDEN", message } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
  const dialog = within(document.querySelector("dialog") as HTMLDialogElement);
  fireEvent.click(dialog.getByRole("button", { name: "Buy for ₦40,000.00" }));
  expect(await dialog.findByText(message)).toBeTruthy();
});

it("says of a refunded lot's invoice that it was refunded, with its credit note and its sale", async () => {
  const of = {
    _id: "s1",
    kind: "win",
    status: "refunded",
    auction: { _id: "a", title: "Bronze bell" },
    lot: "7",
  } as const;
  const sums = { total: 21_000, credited: 21_000, paid: 0, remaining: 0 };
  const lot = { ...of, ...sums, price: 21_000, fee: 0, premium: 0, vat: 0, dueAt: "2026-11-25T12:00:00.000Z" };
  const invoice: Invoice = {
    ...ofInvoice,
    dueAt: null,
    ...sums,
    remainingNgn: 0,
    lots: [{ ...lot, creditNote: "C-2026-000007" }],
  };
  const other: Invoice = {
    ...invoice,
    _id: "i2",
    number: "I-2026-000013",
    lots: [...invoice.lots, { ...lot, _id: "s2", status: "paid" }],
  };
  const pagination = { current: 1, pages: 1, total: 2, limit: 20 };
  open({ [LIST]: { body: page([]) }, "GET /users/invoices": { body: { invoices: [invoice, other], pagination } } });
  const [one, two] = within(await screen.findByRole("region", { name: "Invoices" })).getAllByText(/^I-2026/, {
    selector: "p > span",
  });
  const textOf = (number: HTMLElement | undefined) => number?.closest("li")?.textContent ?? "";
  expect(textOf(one)).toMatch(
    /^Bronze bellI-2026-000012 · .* · November sale₦21,000\.00RefundedCredit note C-2026-000007/,
  );
  expect(textOf(two)).toContain("1 lot refunded, nothing to payCredit note C-2026-000007");
});

it("shows an invoice's lots and first due time with one payment for them, and folds the ways to pay each alone", async () => {
  const alone = winForTest({ _id: "s3", auction: lotOf("c", "Standing fan"), reference: "JARA-3" });
  const wins = [winForTest(), winForTest({ _id: "s2", auction: lotOf("b", "Wooden stool"), reference: "JARA-2" })];
  const sums = { total: 45_000, credited: 0, paid: 9_000, remaining: 36_000 };
  const lots = wins.map(({ _id, auction, dueAt }) => {
    return {
      _id,
      kind: "win",
      status: "open",
      auction,
      lot: null,
      price: 45_000,
      fee: 0,
      premium: 0,
      vat: 0,
      ...sums,
      dueAt,
    } as const;
  });
  const invoice: Invoice = {
    ...ofInvoice,
    dueAt: "2026-11-26T13:05:00.000Z",
    total: 90_000,
    credited: 0,
    paid: 18_000,
    remaining: 72_000,
    remainingNgn: 72_000,
    lots,
  };
  const pagination = { current: 1, pages: 1, total: 1, limit: 20 };
  const invoices = { body: { invoices: [invoice], pagination } };
  open({ [LIST]: { body: page([...wins, alone]) }, "GET /users/invoices": invoices });
  const card = within(await screen.findByRole("region", { name: "Pay 2 lots of one sale together" }));
  expect(card.getByText(/^Pay by/).closest("p")?.textContent).toBe("Pay by Thu, 26 Nov, 14:05 WAT");
  const listed = card.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(listed.slice(0, 2)).toEqual(["Talking drum₦36,000.00", "Wooden stool₦36,000.00"]);
  const foldOf = async (title: string) =>
    within(await screen.findByRole("region", { name: new RegExp(`^Payment due by .*: ${title}$`) }))
      .getByRole("list", { name: "Ways to pay", hidden: true })
      .closest("details");
  for (const title of ["Talking drum", "Wooden stool"]) {
    const fold = await foldOf(title);
    expect(fold?.querySelector("summary")?.textContent).toBe("Pay only this lot");
    expect(fold?.open).toBe(false);
  }
  expect(await foldOf("Standing fan")).toBeNull();
});
