// @vitest-environment happy-dom
import { fallbackRates } from "@jara/shared/money";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatLagosTime } from "@jara/shared/time";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { connection } from "../../connection/connection-for-test.ts";
import { useSession } from "../../store/session.ts";
import { boundLotsOf } from "./bound-lots.ts";
import { Component as Profile } from "./profile.tsx";

vi.mock(
  "../../connection/connection.ts",
  async () => (await import("../../connection/connection-for-test.ts")).mockedConnection,
);

const endTime = "2026-11-30T13:05:00.000Z";
const beaten = {
  _id: "m1",
  maxAmount: 150,
  currency: "USD",
  isLeading: false,
  auction: { _id: "phone", title: "iPhone 13", endTime, status: "active", currentPrice: 155 },
} as unknown as ListedMaxBid;
const led = {
  auction: {
    _id: "car",
    title: "Corolla",
    currency: "NGN",
    endTime,
    status: "active",
    currentPrice: 60_000,
    isLeading: true,
  },
} as unknown as MyAuction;
const lotIn = (row: MyAuction, change: object) => ({ ...row, auction: { ...row.auction, ...change } }) as MyAuction;
const DOLLAR = { ...fallbackRates, USD_TO_NGN: 1000 };

const site = { contact: { email: "help@jara.test", whatsapp: "+2348012345678" }, onlineTopUp: "off" };

const open = (address: string, answers: Parameters<typeof answerFetch>[0] = {}) => {
  const user = { ...testUser, balance: 100_000 };
  useSession.getState().logIn(user, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user } },
    "GET /users/profile": { body: { user } },
    "GET /site": { body: site },
    "GET /users/withdrawals": {
      body: {
        withdrawals: [],
        withdrawable: { amount: 48_000, balance: 100_000, reserved: 42_000, owed: 10_000 },
        obstacle: null,
        isSandbox: false,
      },
    },
    "GET /users/bank-accounts": { body: { bankAccounts: [] } },
    "GET /maxbids/user/active": { body: { maxBids: [beaten] } },
    "GET /bids/user/my-auctions": { body: { auctions: [led] } },
    "GET /users/purchases": {
      body: {
        purchases: [
          {
            _id: "s1",
            status: "open",
            auction: { _id: "drum", title: "Talking drum" },
            remainingNgn: 10_000,
            depositNgn: 2_500,
            dueAt: endTime,
          },
        ],
        due: 1,
      },
    },
    ...answers,
  });
  return { calls, router: renderAt(address, { "/profile/:page?": Profile }) };
};

afterEach(() => {
  cleanUp();
  vi.restoreAllMocks();
});

it.each(["/profile/money", "/profile/withdraw"])(
  "%s divides the balance, and says what is free when",
  async (address) => {
    open(address);
    const panel = within(await screen.findByRole("region", { name: "Your money" }));
    const lines = panel.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ["Your balance", "₦100,000.00"],
      ["Held for your bids and maximums", "-₦42,000.00"],
      ["Still to be paid", "-₦10,000.00"],
    ]);
    expect(panel.getByRole("status").textContent).toBe("You can withdraw₦48,000.00");
    await panel.findByText("Corolla");
    const lots = panel.getAllByRole("listitem").map(({ textContent }) => textContent);
    const at = formatLagosTime(endTime);
    expect(lots.slice(0, 3)).toEqual([
      `iPhone 13₦24,999.90` +
        `20% of your maximum of $150.00. Somebody bid more, and the maximum stays set. Free at the end (${at}), or now if you cancel the maximum.`,
      "Corolla₦12,000.00" +
        "20% of your bid of ₦60,000.00. You lead: if you win, it becomes your deposit. Free as soon as you are outbid.",
      `Talking drum₦10,000.00Due by ${at}. Your deposit of ₦2,500.00 is paid. Pay`,
    ]);
    expect(panel.getByRole("link", { name: "cancel the maximum" }).getAttribute("href")).toBe("/my-max-bids");
    expect(panel.getByRole("link", { name: "Pay" }).getAttribute("href")).toBe("/auction/drum?pay");
  },
);

it.each(["/profile", "/profile/settings"])(
  "%s says beside the balance what is free and what is held",
  async (address) => {
    open(address);
    const parts = await screen.findByRole("link", { name: /free to withdraw/ });
    expect(parts.textContent).toBe(
      "₦48,000.00 free to withdraw · ₦42,000.00 held for your bids and maximums · ₦10,000.00 still to be paid",
    );
    expect(parts.getAttribute("href")).toBe("/profile/money");
  },
);

it.each([
  ["check", "For new bids all of your balance counts, ₦100,000.00, also what is held: a bid needs 20% of its amount"],
  ["hold", "For new bids you can use ₦100,000.00: a bid needs 20% of its amount"],
])("says what is there for new bids under the rule %s", async (balanceRule, words) => {
  open("/profile/money", { "GET /site": { body: { ...site, balanceRule } } });
  const panel = await screen.findByRole("region", { name: "Your money" });
  await waitFor(() => expect(panel.textContent).toContain(words));
});

it("reads what is bound again when the user is outbid", async () => {
  const { calls } = open("/profile/money");
  await screen.findByText("Corolla");
  const reads = () => calls.filter(({ call }) => call === "GET /users/withdrawals").length;
  const before = reads();
  act(() => {
    for (const onFrame of connection.frames) onFrame({ type: "bid:outbid", data: { auctionId: "car" } });
  });
  await waitFor(() => expect(reads()).toBe(before + 1));
});

it("shows the part on money although what is bound could not be loaded, and loads it again on Retry", async () => {
  let status = 403;
  const body = {
    withdrawals: [],
    withdrawable: { amount: 5, balance: 5, reserved: 0, owed: 0 },
    obstacle: null,
    isSandbox: false,
  };
  open("/profile/money", { "GET /users/withdrawals": () => ({ status, body: status === 200 ? body : {} }) });
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load your money");
  expect(await screen.findByRole("heading", { name: "Add Money to My Balance" })).toBeTruthy();
  status = 200;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("That is your whole balance.")).toBeTruthy();
});

it("binds the bid of a leader or the higher maximum, and nothing on a lot that is over", () => {
  const leads = { ...beaten, isLeading: true } as ListedMaxBid;
  const leadsPhone = lotIn(led, { _id: "phone", currency: "USD", currentPrice: 95 });
  const boundOf = (maxBids: ListedMaxBid[], mine: MyAuction[]) =>
    boundLotsOf(maxBids, mine, DOLLAR).map(({ _id, amount, bound, isMaximum }) => [_id, amount, bound, isMaximum]);
  expect(boundOf([leads], [leadsPhone])).toEqual([["phone", 150, 30_000, true]]);
  expect(boundOf([leads], [lotIn(leadsPhone, { currentPrice: 200 })])).toEqual([["phone", 200, 40_000, false]]);
  expect(boundOf([], [lotIn(led, { status: "paused" })])).toEqual([["car", 60_000, 12_000, false]]);
  expect(boundOf([], [lotIn(led, { isLeading: false }), lotIn(led, { status: "ended" })])).toEqual([]);
  expect(boundOf([{ ...beaten, auction: { ...beaten.auction, status: "ended" } } as ListedMaxBid], [])).toEqual([]);
});

it("has three parts with an address each, and Back leads to the one before", async () => {
  const { router } = open("/profile");
  expect(await screen.findByRole("region", { name: "Account Statistics" })).toBeTruthy();
  const parts = within(screen.getByRole("navigation", { name: "Profile" }));
  fireEvent.click(parts.getByRole("link", { name: "Money" }));
  expect(await screen.findByRole("region", { name: "Your money" })).toBeTruthy();
  fireEvent.click(parts.getByRole("link", { name: "Settings" }));
  expect(await screen.findByRole("link", { name: "Login and security" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/profile/settings");
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/profile/money");
  expect(await screen.findByRole("region", { name: "Your money" })).toBeTruthy();
});

it.each(["/profile#add-money", "/profile/money#add-money"])(
  "%s opens at the form once all above it is there",
  async (address) => {
    let answer = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
    const withdrawable = { amount: 5, balance: 5, reserved: 0, owed: 0 };
    const body = { withdrawals: [], withdrawable, obstacle: null, isSandbox: false };
    const { router } = open(address, { "GET /users/withdrawals": () => ({ after, body }) });
    await screen.findByRole("heading", { name: "Add Money to My Balance" });
    expect(scrolled).not.toHaveBeenCalled();
    await act(async () => answer());
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([document.getElementById("add-money")]));
    expect(router.state.location).toMatchObject({ pathname: "/profile/money", hash: "#add-money" });
  },
);

it("leads from a bank account to the name that is missing, opens it for editing, and comes back to the form once it is saved", async () => {
  const user = { ...testUser, firstName: null, lastName: null };
  const { router } = open("/profile/withdraw", {
    "GET /auth/profile": { body: { user } },
    "GET /users/profile": { body: { user } },
    "PUT /users/profile": { body: { user: { ...testUser, firstName: "Ada", lastName: "Okafor" } } },
    "GET /banks": { body: { banks: [{ code: "057", name: "Zenith Bank" }] } },
  });
  act(() => useSession.getState().updateUser(user));
  expect(screen.queryByRole("form", { name: "Add a bank account" })).toBeNull();
  fireEvent.click(await screen.findByRole("link", { name: "Add your name" }));
  const name = await screen.findByLabelText("First Name");
  expect(document.activeElement).toBe(name);
  fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/profile/withdraw"));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Bank")));
});

it("says first that a new bank account waits, and leads from a name that differs to the profile and back to the form", async () => {
  const problem = "The bank says that this account belongs to “ADEYEMI BOLA”.";
  const user = { ...testUser, firstName: "Ada", lastName: "Okafor" };
  const { router } = open("/profile/withdraw", {
    "GET /auth/profile": { body: { user } },
    "GET /users/profile": { body: { user } },
    "PUT /users/profile": { body: { user: { ...user, firstName: "Bola", lastName: "Adeyemi" } } },
    "GET /banks": { body: { banks: [{ code: "057", name: "Zenith Bank" }] } },
    "POST /users/bank-accounts/resolve": {
      body: { bankName: "Zenith Bank", accountName: "ADEYEMI BOLA", isYours: false, problem },
    },
  });
  await screen.findByRole("option", { name: "Zenith Bank" });
  expect(screen.getByText(/a new account can be used after 24 hours/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Bank"), { target: { value: "057" } });
  fireEvent.change(screen.getByLabelText("Account number"), { target: { value: "1123456780" } });
  fireEvent.submit(screen.getByRole("form", { name: "Add a bank account" }));
  expect(await screen.findByText(problem)).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Change it there" }));
  const name = await screen.findByLabelText("First Name");
  expect(document.activeElement).toBe(name);
  fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/profile/withdraw"));
  expect(await screen.findByRole("button", { name: "Check the account" })).toBeTruthy();
});
