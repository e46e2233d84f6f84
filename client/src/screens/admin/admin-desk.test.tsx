// @vitest-environment happy-dom
import type { Role } from "@jara/shared/permissions";
import type { Desk } from "@jara/shared/rest/desk";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as DeskScreen } from "./admin-desk.tsx";

const NOW = Date.parse("2026-11-24T12:00:00.000Z");
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-24T12:00:00.000Z"),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));

const drum = { _id: "l1", title: "Talking drum", currency: "NGN" } as const;
const ada = { _id: "ada", username: "ada" };
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const nothing = { total: 0, rows: [] };
const quiet: Desk = {
  at: inMinutes(0),
  isPartial: false,
  needsHand: 0,
  wantsMail: true,
  ending: nothing,
  toPay: { ...nothing, overdue: 0 },
  buying: nothing,
  stuck: nothing,
  waiting: nothing,
  toPrepare: nothing,
  pickups: nothing,
  toClose: nothing,
  sellersOwed: { ...nothing, owed: 0 },
  offers: nothing,
  toPublish: nothing,
  unsold: nothing,
  mails: nothing,
};

const open = (desk: Desk, role: Role = "admin", more: Parameters<typeof answerFetch>[0] = {}) => {
  useSession.getState().logIn({ ...testUser, role }, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: { ...testUser, role } } },
    "GET /admin/desk": { body: desk },
    ...more,
  });
  renderAt("/admin/desk", { "/admin/desk": DeskScreen });
  return calls;
};
const panel = (name: RegExp) => within(screen.getByRole("region", { name }));

afterEach(cleanUp);

it("says of each empty panel that there is nothing", async () => {
  open(quiet);
  expect(await screen.findByText("There is nothing to do now.")).toBeTruthy();
  for (const sentence of [
    "Nothing ends today.",
    "No win is waiting for payment.",
    "Nothing is stuck.",
    "No offer waits.",
    "Every paid lot is ready for pickup.",
    "No seller waits for money.",
    "No draft with accepted terms waits.",
  ]) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
});

it("shows only the panels that the server gave", async () => {
  const { at, isPartial, needsHand, wantsMail, ending, unsold } = quiet;
  open({ at, isPartial, needsHand, wantsMail, ending, ...(unsold && { unsold }) }, "cataloguer");
  expect(await screen.findByText("Nothing ends today.")).toBeTruthy();
  expect(screen.getAllByRole("region").map((one) => one.getAttribute("aria-labelledby"))).toHaveLength(2);
});

it("shows each thing with its clock, and leads to it", async () => {
  open({
    ...quiet,
    needsHand: 3,
    isPartial: true,
    ending: {
      total: 1_000,
      rows: [
        {
          auction: drum,
          currentPrice: 45_000,
          bidCount: 1,
          reserveMet: false,
          endTime: inMinutes(90),
          sale: { _id: "s", title: "November", lotNumber: 4 },
        },
      ],
    },
    toPay: {
      total: 1,
      overdue: 1,
      rows: [{ _id: "w1", auction: drum, buyer: ada, remaining: 800, dueAt: inMinutes(-1) }],
    },
    buying: { total: 1, rows: [{ _id: "p1", auction: drum, buyer: ada, remaining: 1_050, dueAt: inMinutes(14) }] },
    waiting: {
      total: 4,
      rows: [
        { kind: "withdrawal", _id: "x", person: ada, amountNgn: 500, since: inMinutes(-30) },
        {
          kind: "bank-account",
          _id: "y",
          person: ada,
          amountNgn: 0,
          since: inMinutes(-20),
          dueAt: null,
          mayFrom: null,
        },
        { kind: "bank-account", _id: "z", person: ada, amountNgn: 0, since: inMinutes(-20), mayFrom: inMinutes(60) },
        { kind: "bank-account", _id: "t", person: ada, amountNgn: 0, since: inMinutes(-20), dueAt: inMinutes(60) },
      ],
    },
    mails: {
      total: 1,
      rows: [
        {
          _id: "m",
          kind: "outbid",
          to: "ada@people.test",
          user: ada,
          failedAt: inMinutes(-5),
          problem: "No such mailbox",
        },
      ],
    },
  });
  expect(await screen.findByText("3 things to do.")).toBeTruthy();
  expect(screen.getByText("Not everything is shown")).toBeTruthy();
  const ending = panel(/^Ending today/);
  expect(ending.getByText("1,000+")).toBeTruthy();
  expect(ending.getByRole("timer").textContent).toBe("1h 30m 0s");
  expect(ending.getByText(/1 bid.*reserve not met.*November, lot 4/)).toBeTruthy();
  expect(ending.getByRole("link", { name: "Talking drum" }).getAttribute("href")).toBe("/auction/l1");
  const toPay = panel(/^To be paid, 1 overdue/);
  expect(toPay.getByRole("timer").textContent).toBe("Overdue");
  expect(toPay.getByRole("link", { name: "Talking drum" }).getAttribute("href")).toBe("/admin/settlements/w1");
  expect(panel(/^Being bought/).getByRole("timer").className).toContain("text-amber");
  const waiting = panel(/^Waiting for you/).getAllByRole("link");
  expect(waiting.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Withdrawal: ada", "/admin/withdrawals"],
    ["Change of the bank account: ada", "/admin/settings#bank-account"],
    ["Change of the bank account: ada", "/admin/settings#bank-account"],
    ["Change of the bank account: ada", "/admin/settings#bank-account"],
  ]);
  expect(panel(/^Waiting for you/).getByText("Approve or cancel it")).toBeTruthy();
  expect(panel(/^Waiting for you/).getByText(/^You may approve it from .*, and cancel it now$/)).toBeTruthy();
  expect(panel(/^Waiting for you/).getByText(/^Carried out .*, unless you cancel it$/)).toBeTruthy();
  expect(
    panel(/^Emails that failed/)
      .getByRole("link", { name: "Outbid: ada" })
      .getAttribute("href"),
  ).toBe("/admin/users/ada");
});

it("leads to the drafts to publish, the lots to prepare and the sellers who are owed", async () => {
  const since = inMinutes(-60);
  open({
    ...quiet,
    needsHand: 2,
    toPublish: { total: 1, rows: [{ auction: drum, seller: ada, since }] },
    toPrepare: { total: 1, rows: [{ _id: "w1", auction: drum, buyer: ada, since }] },
    sellersOwed: {
      total: 6,
      owed: 9_000,
      rows: [{ user: ada, owed: 1_785, lots: 2, dueAt: inMinutes(26 * 60) }],
    },
  });
  const linkIn = async (name: RegExp) => {
    const region = await screen.findByRole("region", { name });
    return within(region)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  };
  expect(await linkIn(/^Drafts to publish/)).toEqual([
    ["All drafts", "/admin/auctions?status=draft"],
    ["Talking drum", "/auction/l1"],
  ]);
  expect(await linkIn(/^Paid lots to prepare/)).toEqual([
    ["All paid", "/admin/settlements?status=paid"],
    ["Talking drum", "/admin/settlements/w1"],
  ]);
  expect(await linkIn(/^Sellers owed/)).toEqual([
    ["All sellers", "/admin/sellers"],
    ["ada", "/admin/sellers/ada"],
  ]);
  const owed = panel(/^Sellers owed/);
  expect(owed.getByText("₦9,000.00")).toBeTruthy();
  expect(owed.getByRole("listitem").textContent).toContain("₦1,785.00 for 2 lots");
  expect(owed.getByRole("timer").textContent).toBe("1d 2h 0m");
});

it("says who comes today, and which days nobody closed or signed", async () => {
  const slot = { startsAt: "2026-11-24T08:00:00.000Z", endsAt: "2026-11-24T08:30:00.000Z", place: "Hall B" };
  open({
    ...quiet,
    pickups: { total: 1, rows: [{ buyer: ada, ...slot, sale: "Estate", lots: 3 }] },
    toClose: {
      total: 2,
      rows: [
        { date: "2026-11-21", closedBy: null },
        { date: "2026-11-22", closedBy: "chidi" },
      ],
    },
  });
  const coming = within(await screen.findByRole("region", { name: /^Pickups today/ }));
  expect(coming.getByRole("link", { name: "ada" }).getAttribute("href")).toBe("/admin/settlements/pickups");
  expect(coming.getByRole("listitem").textContent).toBe("ada3 lots of Estate, Hall B09:00 to 09:30");
  const days = panel(/^Days to close or sign/);
  expect(days.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "21 Nov 2026Its money is not countedNot closed",
    "22 Nov 2026Closed by chidiNot signed",
  ]);
  expect(days.getByRole("link", { name: "21 Nov 2026" }).getAttribute("href")).toBe("/admin/takings?from=2026-11-21");
});

it("switches emails about deadlines off, and back if that fails", async () => {
  const calls = open(quiet, "admin", { "PUT /admin/desk/alerts": { body: { wantsMail: false } } });
  const mails = await screen.findByRole<HTMLInputElement>("switch", { name: "Email me about deadlines" });
  expect(mails.checked).toBe(true);
  fireEvent.click(mails);
  await waitFor(() =>
    expect(calls.find(({ call }) => call === "PUT /admin/desk/alerts")?.body).toEqual({ wantsMail: false }),
  );
  await waitFor(() => expect(mails.checked).toBe(false));
  cleanUp();
  open(quiet, "admin", {
    "PUT /admin/desk/alerts": { status: 503, body: { code: "UNAVAILABLE", message: "Try again" } },
  });
  const again = await screen.findByRole<HTMLInputElement>("switch", { name: "Email me about deadlines" });
  fireEvent.click(again);
  await waitFor(() => expect(again.checked).toBe(true));
});

it("saves a choice that is made while the one before is being saved", async () => {
  let answer: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const alerts = "PUT /admin/desk/alerts";
  const calls = open(quiet, "admin", {
    [alerts]: (body) => ({ body: body as object, ...(sent().length === 1 && { after: first }) }),
  });
  const sent = () => calls.filter(({ call }) => call === alerts).map(({ body }) => body);
  const mails = await screen.findByRole<HTMLInputElement>("switch", { name: "Email me about deadlines" });
  fireEvent.click(mails);
  await waitFor(() => expect(mails.checked).toBe(false));
  fireEvent.click(mails);
  await waitFor(() => expect(mails.checked).toBe(true));
  expect(sent()).toEqual([{ wantsMail: false }]);
  answer();
  await waitFor(() => expect(sent()).toEqual([{ wantsMail: false }, { wantsMail: true }]));
});

it.each([
  ["a row of a job", "mails", "Try again: An email", "It is tried again within a minute."],
  ["a failed command", "lot-commands", "Take off the list: A command", "It is off the list."],
])("says of %s that was put aside what its button does", async (_what, loop, name, said) => {
  const [, what = ""] = name.split(": ");
  const row = { loop, key: "k", what, attempts: 3, reason: "poisoned", since: inMinutes(-5) };
  const calls = open({ ...quiet, needsHand: 1, setAside: { total: 1, rows: [row] } }, "admin", {
    "POST /admin/desk/retry-row": { body: { isTriedAgain: true } },
  });
  fireEvent.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(toasts.getState().map(({ message }) => message)).toContain(said));
  expect(calls.find(({ call }) => call.startsWith("POST"))?.body).toEqual({ loop, key: "k" });
});
