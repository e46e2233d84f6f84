// @vitest-environment happy-dom
// The statement's screen: what it asks for and shows, with its errors, and the receipts beside it.
import type { Receipts } from "@jara/shared/rest/receipts";
import type { Statement as StatementAnswer } from "@jara/shared/rest/statement";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import Statement from "./statement.tsx";

afterEach(cleanUp);

const entry = {
  _id: "e1",
  at: "2026-10-31T23:00:00.000Z",
  cause: "win-deposit",
  text: "Deposit for a won lot",
  amount: -4_900,
  balance: 45_100,
  auction: { _id: "a1", title: "Talking drum" },
  settlementId: "s1",
  reference: "GTB-42",
  note: "Agreed by phone",
};
const statement: StatementAnswer = {
  entries: [entry],
  total: 120,
  in: 0,
  out: 4_900,
  opening: 50_000,
  closing: 45_100,
  firstAt: "2026-08-02T08:14:55.120Z",
};
const receipts: Receipts = {
  receipts: [
    {
      _id: "r1",
      number: "R-2026-000123",
      kind: "payment",
      method: "transfer",
      auction: { _id: "a1", title: "Talking drum" },
      amount: 562.5,
      currency: "USD",
      amountNgn: 468_748.13,
      at: "2026-11-23T09:12:45.080Z",
    },
    {
      _id: "r2",
      number: "R-2026-000120",
      kind: "payment",
      method: "deposit",
      auction: { _id: "a2", title: "Brass lamp / pair" },
      amount: 2_000,
      currency: "NGN",
      amountNgn: 2_000,
      at: "2026-11-22T09:12:45.080Z",
    },
    {
      _id: "r3",
      number: "R-2026-000119",
      kind: "payment",
      method: "deposit",
      auction: { _id: "a1", title: "Talking drum" },
      amount: 112.5,
      currency: "USD",
      amountNgn: 93_749.63,
      at: "2026-11-21T09:12:45.080Z",
    },
  ],
  pagination: { current: 1, pages: 1, total: 3, limit: 20 },
};

const open = (address: string, answers: Parameters<typeof answerFetch>[0] = {}) => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /users/statement": { body: statement },
    "GET /users/receipts": { body: receipts },
    ...answers,
  });
  useSession.getState().logIn(testUser, "t");
  const router = renderAt(address, { "/profile/statement": Statement });
  const asked = (call: string) => calls.filter((one) => one.call === call).map(({ search }) => search);
  return { router, asked };
};

describe("the statement screen", () => {
  it.each([
    ["2026-11-29T12:00:00.000Z", "Balance now"],
    ["2026-12-01T12:00:00.000Z", "Closing balance"],
  ])("at %s, calls the last balance of November %s", async (now, words) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
    onTestFinished(() => void vi.useRealTimers());
    open("/profile/statement?month=2026-11");
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("shows a month's entries with lot, reference, note and balance, and the balances before and after them", async () => {
    const { asked } = open("/profile/statement?month=2026-11");
    const row = within(await screen.findByRole("row", { name: /Deposit for a won lot/ }));
    const why = "A part of your winning bid, taken when you won. It counts towards the price.";
    for (const text of ["-₦4,900.00", "₦45,100.00", "GTB-42", "Agreed by phone", "1 Nov 2026, 00:00", why]) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(row.getByRole("link", { name: "Talking drum" }).getAttribute("href")).toBe("/auction/a1");
    for (const name of ["Opening balance", "Money in", "Money out"]) {
      expect(screen.getByText(name)).toBeTruthy();
    }
    expect(asked("GET /users/statement")).toContain("?from=2026-11-01&to=2026-11-30&page=1&limit=50");
    expect(screen.getByText("Page 1 of 3 (120 total)")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toContain("?month=2026-11&page=2");
  });

  it("puts the chosen kind into the address, returns to the first page, and hides the balances at the ends", async () => {
    const { router, asked } = open("/profile/statement?month=2026-11&page=2");
    await screen.findByRole("row", { name: /Deposit/ });
    fireEvent.change(screen.getByLabelText("Show"), { target: { value: "deposits" } });
    await waitFor(() => expect(router.state.location.search).toBe("?month=2026-11&kind=deposits"));
    expect(asked("GET /users/statement").at(-1)).toBe("?from=2026-11-01&to=2026-11-30&kind=deposits&page=1&limit=50");
    expect(screen.queryByText("Opening balance")).toBeNull();
    fireEvent.change(screen.getByLabelText("Month"), { target: { value: "all" } });
    await waitFor(() => expect(asked("GET /users/statement").at(-1)).toBe("?kind=deposits&page=1&limit=50"));
  });

  it("shows a failure with Retry, which loads the entries", async () => {
    let fails = true;
    open("/profile/statement", {
      "GET /users/statement": () =>
        fails ? { status: 503, body: { code: "UNAVAILABLE", message: "" } } : { body: statement },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load the statement");
    fails = false;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("row", { name: /Deposit/ })).toBeTruthy();
  });

  it("says that the balance has not changed yet, and links to adding money", async () => {
    const none = { ...statement, entries: [], total: 0, out: 0, opening: 0, closing: 0, firstAt: null };
    open("/profile/statement", { "GET /users/statement": { body: none } });
    expect(await screen.findByText("Your balance has not changed yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add money" }).getAttribute("href")).toBe("/profile/money#add-money");
    expect(screen.getByRole("button", { name: "Download CSV" }).hasAttribute("disabled")).toBe(true);
  });

  it("shows why the server refused a file", async () => {
    const message = "A PDF file has at most 2,000 entries.";
    open("/profile/statement", { "GET /users/statement.pdf": { status: 400, body: { code: "INVALID", message } } });
    await screen.findByRole("row", { name: /Deposit/ });
    const toasts = await import("../store/toast.ts");
    const failed = vi.spyOn(toasts.toast, "error");
    fireEvent.click(screen.getByRole("button", { name: "Download PDF" }));
    await waitFor(() => expect(failed).toHaveBeenCalledWith(message));
  });
});

describe("the list of receipts", () => {
  it("shows the receipts of each lot with name, number, time and amounts, and downloads a file", async () => {
    const { asked } = open("/profile/statement?tab=receipts");
    const list = within(await screen.findByRole("list", { name: "Receipts by lot, newest first" }));
    const lots = list.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(lots).toEqual([
      ["Talking drum", "/auction/a1"],
      ["Brass lamp / pair", "/auction/a2"],
    ]);
    const names = list.getAllByText(/^(Bank transfer|Deposit)$/).map(({ textContent }) => textContent);
    expect(names).toEqual(["Bank transfer", "Deposit", "Deposit"]);
    for (const text of ["R-2026-000123", "$562.50", "₦468,748.13", "23 Nov 2026, 10:12"]) {
      expect(list.getByText(text)).toBeTruthy();
    }
    expect(screen.getByRole("link", { name: "Receipts" }).getAttribute("aria-current")).toBe("page");
    expect(asked("GET /users/statement")).toEqual([]);
    fireEvent.click(list.getByRole("button", { name: "Download PDF of R-2026-000123" }));
    await waitFor(() => expect(asked("GET /users/receipts/r1.pdf")).toHaveLength(1));
  });
});

it("shows the receipts of one lot, and leads to all", async () => {
  const { asked } = open("/profile/statement?tab=receipts&auction=a1");
  const all = await screen.findByRole("link", { name: "All receipts" });
  expect(all.getAttribute("href")).toBe("/profile/statement?tab=receipts");
  expect(asked("GET /users/receipts").every((search) => search.includes("auction=a1"))).toBe(true);
});

it("sends a signed-out user to the login and back", async () => {
  answerFetch({});
  const router = renderAt("/profile/statement?month=2026-11", { "/profile/statement": Statement });
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.state).toEqual({ from: "/profile/statement?month=2026-11" });
});
