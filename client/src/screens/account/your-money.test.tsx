// @vitest-environment happy-dom
import { fallbackRates } from "@jara/shared/money";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatLagosTime } from "@jara/shared/time";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { connection } from "../../connection/connection-for-test.ts";
import { boundLotsOf } from "../../lots/bound-lots.ts";
import { useSession } from "../../store/session.ts";
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

it("says what to add where the bids together hold more than the balance", async () => {
  const withdrawable = { amount: 0, balance: 30_000, reserved: 42_000, owed: 10_000 };
  open("/profile/money", {
    "GET /users/withdrawals": { body: { withdrawals: [], withdrawable, obstacle: null, isSandbox: false } },
  });
  const words = await screen.findByText(/^Together your bids hold/);
  expect(words.closest(".text-amber")?.textContent).toBe(
    "Together your bids hold ₦42,000.00, more than your balance. If you win them all, add ₦12,000.00 before you pay.",
  );
});

it.each(["/profile/money", "/profile/withdraw"])(
  "%s divides the balance, and says what is free when",
  async (address) => {
    open(address);
    const panel = within(await screen.findByRole("region", { name: "Your money" }));
    const lines = panel.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ["Your balance", "₦100,000.00"],
      ["Held for your bids", "-₦42,000.00"],
      ["Still to be paid", "-₦10,000.00"],
      ["You can withdraw", "₦48,000.00"],
    ]);
    expect(panel.getByRole("status").textContent).toBe("You can withdraw₦48,000.00");
    await panel.findByText("Corolla");
    expect(panel.getByText(/^Held for your bids/, { selector: "p *" }).closest("p")?.textContent).toBe(
      "Held for your bids ₦42,000.00. If you win, it becomes your deposit. If not, it is free again.",
    );
    const lots = panel.getAllByRole("listitem").map(({ textContent }) => textContent);
    const at = formatLagosTime(endTime);
    expect(lots.slice(0, 3)).toEqual([
      `iPhone 13₦24,999.90` +
        `20% of your maximum of $150.00. You do not lead, and the maximum stays set. Free at the end (${at}), or now if you cancel the maximum.`,
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
    const parts = await screen.findByRole("link", { name: /You can withdraw/ });
    expect([...parts.children].map(({ textContent }) => textContent)).toEqual([
      "You can withdraw ₦48,000.00",
      "Held for bids ₦42,000.00",
      "Still to be paid ₦10,000.00",
    ]);
    expect(parts.getAttribute("href")).toBe("/profile/money");
  },
);

it.each([
  ["check", "You can bid with ₦100,000.00, also with what is held. A bid needs 20% of its amount"],
  ["hold", "You can bid with ₦100,000.00. A bid needs 20% of its amount"],
])("says what is there for new bids under the rule %s", async (balanceRule, words) => {
  open("/profile/money", { "GET /site": { body: { ...site, balanceRule } } });
  const panel = await screen.findByRole("region", { name: "Your money" });
  await waitFor(() => expect(panel.textContent).toContain(words));
});

it("says of bids alone that their money is free when the user is outbid", async () => {
  open("/profile/money", { "GET /maxbids/user/active": { body: { maxBids: [] } } });
  await screen.findByText("Corolla");
  expect(screen.getByText(/^Held for your bids/, { selector: "p *" }).closest("p")?.textContent).toBe(
    "Held for your bids ₦42,000.00. If you win, it becomes your deposit. If not, it is free again.",
  );
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
  expect(await screen.findByRole("heading", { name: "Account Statistics" })).toBeTruthy();
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

const withName = (name: object, answers: Parameters<typeof answerFetch>[0]) => {
  const user = { ...testUser, ...name };
  const { router, calls } = open("/profile/withdraw", {
    "GET /auth/profile": { body: { user } },
    "GET /users/profile": { body: { user } },
    "PUT /users/profile": (body) => ({ body: { user: { ...user, ...(body as object) } } }),
    "GET /banks": { body: { banks: [{ code: "057", name: "Zenith Bank" }] } },
    ...answers,
  });
  act(() => useSession.getState().updateUser(user));
  return { router, calls };
};
const saveName = (first: string, last: string) => {
  const dialog = within(screen.getByRole("dialog", { name: "Your name" }));
  fireEvent.change(dialog.getByLabelText("First Name"), { target: { value: first } });
  fireEvent.change(dialog.getByLabelText("Last Name"), { target: { value: last } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
};

it("asks for the name that is missing before it shows the form of a bank account", async () => {
  const { calls } = withName({ firstName: null, lastName: null }, {});
  fireEvent.click(await screen.findByRole("button", { name: "Add your name" }));
  expect(screen.queryByRole("form", { name: "Add a bank account" })).toBeNull();
  saveName("Ada", " ");
  expect(await screen.findByText("Last Name is required")).toBeTruthy();
  saveName("Ada", "Okafor");
  expect(await screen.findByRole("form", { name: "Add a bank account" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Ada Okafor").parentElement?.textContent).toBe(
    "The account must be in your name: Ada Okafor",
  );
  expect(calls.filter(({ call }) => call === "PUT /users/profile").map(({ body }) => body)).toEqual([
    { firstName: "Ada", lastName: "Okafor" },
  ]);
});

it("keeps what was typed while the name is changed, and asks the bank again for the new name", async () => {
  const problem = "The bank says that this account belongs to “ADEYEMI BOLA”.";
  const { calls } = withName(
    { firstName: "Ada", lastName: "Okafor" },
    {
      "POST /users/bank-accounts/resolve": {
        body: { bankName: "Zenith Bank", accountName: "ADEYEMI BOLA", isYours: false, problem },
      },
    },
  );
  await screen.findByRole("option", { name: "Zenith Bank" });
  expect(screen.getByText(/a new account can be used after 24 hours/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Bank"), { target: { value: "057" } });
  fireEvent.change(screen.getByLabelText("Account number"), { target: { value: "1123456780" } });
  fireEvent.submit(screen.getByRole("form", { name: "Add a bank account" }));
  expect(await screen.findByText(problem)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change your name" }));
  saveName("Bola", "Adeyemi");
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(screen.getByLabelText<HTMLSelectElement>("Bank").value).toBe("057");
  expect(screen.getByLabelText<HTMLInputElement>("Account number").value).toBe("1123456780");
  fireEvent.click(screen.getByRole("button", { name: "Check the account" }));
  await waitFor(() => expect(calls.filter(({ call }) => call === "POST /users/bank-accounts/resolve")).toHaveLength(2));
});
