// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { keepReturn, returnAfter } from "../../money/way-back.ts";
import { useSession } from "../../store/session.ts";
import { Component as Profile } from "./profile.tsx";

const listeners = vi.hoisted(() => new Set<{ onFrame?: (frame: unknown) => void }>());
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: (listener: { onFrame?: (frame: unknown) => void }) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
const push = (frame: PushFrame) => act(() => [...listeners].forEach((listener) => void listener.onFrame?.(frame)));

const chioma = {
  ...testUser,
  username: "chioma",
  firstName: "Chioma",
  lastName: "Obi",
  phone: "+2348012345678",
  balance: 25_000.5,
  createdAt: "2026-03-12T23:30:00.000Z",
  address: { street: "12 Allen Avenue", city: "Ikeja", state: "Lagos", zipCode: "100281", country: "Nigeria" },
};
const site = {
  brandName: "Jara",
  contact: { whatsapp: "+2348012345678", email: "help@jara.test" },
  googleClientId: null,
  googleRedirect: false,
  onlineTopUp: "sandbox",
  bankAccount: { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" },
};
type Answers = Parameters<typeof answerFetch>[0];
const withdrawals = (withdrawable: object) => ({
  withdrawals: [],
  withdrawable: { reserved: 0, owed: 0, ...withdrawable },
  obstacle: null,
  isSandbox: false,
});
const open = (answers: Answers = {}, { user = chioma, address = "/profile", facts = site as object } = {}) => {
  useSession.getState().logIn(user, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user } },
    "GET /users/profile": { body: { user } },
    "GET /site": { body: facts },
    "GET /payments/top-ups": { body: { topUps: [] } },
    "GET /users/withdrawals": { body: withdrawals({ amount: user.balance, balance: user.balance }) },
    "GET /currency/rates": { body: { success: true, rates: { NGN_TO_USD: 0.001, USD_TO_NGN: 1000 } } },
    ...answers,
  });
  return { calls, router: renderAt(address, { "/profile/:page?": Profile }) };
};
const openPart = (
  part: "money" | "settings",
  answers: Answers = {},
  more: { user?: typeof chioma; facts?: object } = {},
) => open(answers, { address: `/profile/${part}`, ...more });
const fact = (label: string) => screen.getAllByText(label).map((term) => term.nextElementSibling?.textContent);
const edit = async () => fireEvent.click(await screen.findByRole("button", { name: "Edit Profile" }));
const typeInto = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const callsTo = (calls: { call: string; body: unknown }[], call: string) => calls.filter((one) => one.call === call);

beforeEach(() => listeners.clear());
afterEach(() => {
  cleanUp();
  vi.restoreAllMocks();
});

describe("the profile", () => {
  it("sends a visitor to the login, and back to the whole address", async () => {
    answerFetch({});
    const router = renderAt("/profile?topUp=ref-1", { "/profile": Profile, "/login": () => <p>the login</p> });
    await screen.findByText("the login");
    expect(router.state.location.state).toEqual({ from: "/profile?topUp=ref-1" });
  });

  // S095
  it("shows the full name, the email, the role and the balance in its header", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Chioma Obi" })).toBeTruthy();
    const header = within(screen.getByRole("heading", { level: 1 }).closest("header") as HTMLElement);
    expect(header.getByText("adaeze@example.ng")).toBeTruthy();
    expect(header.getByText("User")).toBeTruthy();
    expect(header.getByText("₦25,000.50")).toBeTruthy();
  });

  // S096
  it("shows the username in its header when there is no name, and marks an administrator", async () => {
    open({}, { user: { ...chioma, firstName: null, lastName: null, role: "admin" } as unknown as typeof chioma });
    expect(await screen.findByRole("heading", { level: 1, name: "chioma" })).toBeTruthy();
    expect(screen.getAllByText("Admin").length).toBe(2);
  });

  // S101
  it("shows every detail that is given, and for each that is missing a way into the form at its field", async () => {
    open(
      {},
      { user: { ...chioma, phone: null, address: { ...chioma.address, zipCode: null } } as unknown as typeof chioma },
    );
    await screen.findByRole("button", { name: "Edit Profile" });
    expect(["Username", "Email", "First Name", "Last Name"].map((label) => fact(label)[0])).toEqual([
      "chioma",
      "adaeze@example.ng",
      "Chioma",
      "Obi",
    ]);
    expect(["Street", "City", "State", "Country"].map((label) => fact(label)[0])).toEqual([
      "12 Allen Avenue",
      "Ikeja",
      "Lagos",
      "Nigeria",
    ]);
    expect(fact("Postal code")).toEqual(["Not provided"]);
    const [add] = screen.getAllByRole("button", { name: /^Add your/ });
    expect(add?.closest("dl")?.textContent).toBe("Not providedAdd your phone number");
    fireEvent.click(screen.getByRole("button", { name: "Add your phone number" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Phone number"));
    expect(screen.getByLabelText("Postal code (optional)")).toBeTruthy();
  });

  it("asks for the name and for the address once each where nothing of them is given", async () => {
    open({}, { user: { ...chioma, firstName: null, lastName: null, address: null } as unknown as typeof chioma });
    const adds = await screen.findAllByRole("button", { name: /^Add your/ });
    expect(adds.map(({ textContent }) => textContent)).toEqual(["Add your name", "Add your address"]);
    fireEvent.click(screen.getByRole("button", { name: "Add your address" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Street"));
  });

  // S103
  it("shows the account's statistics, with the day in Lagos", async () => {
    open();
    const heading = await screen.findByRole("heading", { name: "Account Statistics" });
    const statistics = within(heading.closest("details") as HTMLElement);
    const rows = statistics
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(rows).toEqual([
      ["Member Since", "13 March 2026"],
      ["Account Balance", "₦25,000.50"],
      ["Account Type", "User"],
    ]);
  });

  it("updates the balance when the server reports a change", async () => {
    open();
    await screen.findByRole("button", { name: "Edit Profile" });
    act(() => useSession.getState().updateUser({ balance: 99_000 }));
    expect(screen.getAllByText("₦99,000.00").length).toBe(2);
  });

  // S432
  it.each([
    [{ code: "INTERNAL", message: "" }, "Failed to load profile"],
    [{ code: "FORBIDDEN", message: "This account is closed." }, "This account is closed."],
  ])(
    "shows the server's message or its own when the profile cannot be loaded, and loads it again on Retry",
    async (body, expected) => {
      let answer: Answers[string] = { status: 403, body };
      open({ "GET /users/profile": () => answer as { status: number; body: unknown } });
      expect((await screen.findByRole("alert")).textContent).toContain(expected);
      answer = { status: 200, body: { user: chioma } };
      fireEvent.click(screen.getByRole("button", { name: "Retry" }));
      expect(await screen.findByRole("heading", { name: "Chioma Obi" })).toBeTruthy();
    },
  );
});

describe("changing the profile", () => {
  // S098
  it("edits all fields except username and email, sends the typed values, and reports success for three seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const changed = { ...chioma, firstName: "Ada", phone: null };
    let answered: (value: unknown) => void = () => {};
    const { calls } = open({ "PUT /users/profile": { body: { user: changed } } });
    const fetched = globalThis.fetch;
    vi.stubGlobal("fetch", async (address: string, init: { method: string }) => {
      if (init.method === "PUT") await new Promise((resolve) => (answered = resolve));
      return fetched(address, init);
    });
    await edit();
    expect(screen.queryByLabelText("Username")).toBeNull();
    expect(screen.queryByLabelText("Email")).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
    typeInto("First Name", " Ada ");
    typeInto("Phone number", "");
    fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByRole("button", { name: "Saving..." })).toBeTruthy();
    await act(async () => answered(null));
    expect(await screen.findByText("Profile updated successfully!")).toBeTruthy();
    expect(callsTo(calls, "PUT /users/profile")).toEqual([
      {
        call: "PUT /users/profile",
        body: { firstName: "Ada", lastName: "Obi", phone: "", address: chioma.address },
        search: "",
      },
    ]);
    expect(screen.getByRole("heading", { level: 1, name: "Ada Obi" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add your phone number" })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Profile" }));
    // The fake clock also advances with the real time of the test.
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText("Profile updated successfully!")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2100));
    expect(screen.queryByText("Profile updated successfully!")).toBeNull();
  });

  // S099
  it("restores the loaded values on Cancel", async () => {
    const { calls } = open();
    await edit();
    typeInto("City", "Kano");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(fact("City")).toEqual(["Ikeja"]);
    await edit();
    expect(screen.getByLabelText<HTMLInputElement>("City").value).toBe("Ikeja");
    expect(callsTo(calls, "PUT /users/profile")).toEqual([]);
  });

  // S433
  it.each([
    [{ code: "INTERNAL", message: "" }, "Failed to update profile"],
    [{ code: "FORBIDDEN", message: "This account is closed." }, "This account is closed."],
  ])("keeps the typed values on a refusal, and shows the server's message or its own", async (body, expected) => {
    open({ "PUT /users/profile": { status: 403, body } });
    await edit();
    typeInto("Street", "1 Marina");
    fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await screen.findByRole("alert")).textContent).toBe(expected);
    expect(screen.getByLabelText<HTMLInputElement>("Street").value).toBe("1 Marina");
    expect(screen.getByRole("button", { name: "Save Changes" })).toBeTruthy();
  });

  it("shows the server's error next to its field", async () => {
    const issues = [{ path: "address.city", message: "must be shorter" }];
    open({
      "PUT /users/profile": { status: 400, body: { code: "INVALID", message: "address.city must be shorter", issues } },
    });
    await edit();
    fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Must be shorter");
    expect(screen.getByLabelText("City").getAttribute("aria-invalid")).toBe("true");
  });

  it("does not send an invalid phone number", async () => {
    const { calls } = open();
    await edit();
    typeInto("Phone number", "call me");
    fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Please enter a valid phone number")).toBeTruthy();
    expect(callsTo(calls, "PUT /users/profile")).toEqual([]);
  });

  it("keeps a change whose answer comes before that of an older read", async () => {
    let answerReads = () => {};
    const after = new Promise<void>((resolve) => {
      answerReads = resolve;
    });
    let isShown = false;
    const { calls } = open({
      "GET /users/profile": () => ({ body: { user: chioma }, ...(isShown && { after }) }),
      "PUT /users/profile": (body) => ({ body: { user: { ...chioma, ...(body as object) } } }),
    });
    await edit();
    const phone = "+2348099999999";
    typeInto("Phone number", phone);
    isShown = true;
    const reads = () => callsTo(calls, "GET /users/profile").length;
    const before = reads();
    // The person comes back to the page, so it reads the account again.
    act(() => void window.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(reads()).toBe(before + 1));
    fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(useSession.getState().user?.phone).toBe(phone));
    await act(async () => answerReads());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(useSession.getState().user?.phone).toBe(phone);
    expect(screen.getByText(phone)).toBeTruthy();
  });
});

describe("the form for adding money online", () => {
  const pay = async (amount: string) => {
    fireEvent.change(await screen.findByLabelText("Amount (₦)"), { target: { value: amount } });
    fireEvent.submit(screen.getByRole("form", { name: "Pay online" }));
  };

  it.each([
    ["", "Please enter a valid amount"],
    ["0", "Please enter a valid amount"],
    ["-5", "Please enter a valid amount"],
    ["10.0055", "Please enter a valid amount. An amount has at most 2 decimals"],
    [
      "10.005",
      "Please enter a valid amount. “10.005” can mean 10.005 or 10,005. Type it without “.”, or with two decimals after a point",
    ],
    ["99.99", "You can add ₦100.00 or more"],
    ["10000000.01", "You can add ₦10,000,000.00 at most"],
  ])("does not send %j", async (amount, message) => {
    const { calls } = openPart("money");
    await pay(amount);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(callsTo(calls, "POST /payments/top-ups")).toEqual([]);
  });

  // S105
  it("shows the highest bid that the amount allows, and sends the browser to the payment page", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    const { calls } = openPart("money", {
      "POST /payments/top-ups": {
        status: 201,
        body: { reference: "ref-1", authorizationUrl: "https://pay.test/ref-1" },
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "₦5,000.00" }));
    expect(screen.getByText(/will be ₦30,000.50: enough for bids of up to ₦150,002.50/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Pay ₦5,000.00" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://pay.test/ref-1"));
    expect(callsTo(calls, "POST /payments/top-ups").map(({ body }) => body)).toEqual([{ amount: 5000 }]);
  });

  it("never sends the browser to an address that is not a web page", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    openPart("money", {
      "POST /payments/top-ups": { body: { reference: "r", authorizationUrl: "javascript:alert(1)" } },
    });
    await pay("5000");
    expect(await screen.findByText("Failed to start the payment")).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  it("repeats the same key when no answer came, and makes a new key for another amount", async () => {
    let answer: { status: number; body: unknown } = { status: 503, body: { code: "UNAVAILABLE", message: "Away." } };
    const keys: (string | undefined)[] = [];
    openPart("money", { "POST /payments/top-ups": () => answer });
    const fetched = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: { method: string; headers: Record<string, string> }) => {
      if (init.method === "POST") keys.push(init.headers["idempotency-key"]);
      return fetched(address, init as RequestInit);
    });
    const settled = (count: number) =>
      waitFor(() => expect([keys.length, screen.queryByText("Away.") !== null]).toEqual([count, true]));
    await pay("5000");
    await settled(1);
    await pay("5000");
    await settled(2);
    await pay("6000");
    await settled(3);
    answer = { status: 429, body: { code: "RATE_LIMITED", message: "Slower, please." } };
    await pay("6000");
    await screen.findByText("Slower, please.");
    await pay("6000");
    await waitFor(() => expect(keys.length).toBe(5));
    expect(keys.every((key) => /^[0-9a-f-]{36}$/.test(key ?? ""))).toBe(true);
    expect([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3], keys[3] === keys[4]]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("is shown before the email is verified, because a user needs a balance before the first bid", async () => {
    openPart("money", {}, { user: { ...chioma, isEmailVerified: false } });
    expect(await screen.findByLabelText("Amount (₦)")).toBeTruthy();
  });

  it("shows a refusal and keeps the amount", async () => {
    openPart("money", {
      "POST /payments/top-ups": { status: 503, body: { code: "UNAVAILABLE", message: "The payment service is away." } },
    });
    await pay("5000");
    expect(await screen.findByText("The payment service is away.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Amount (₦)").value).toBe("5,000");
  });

  it("shows a mark in the sandbox and none in live mode, and is hidden when payments are off", async () => {
    openPart("money");
    expect(await screen.findByText("Sandbox: no money moves")).toBeTruthy();
    cleanUp();
    openPart("money", {}, { facts: { ...site, onlineTopUp: "live" } });
    expect(await screen.findByRole("form", { name: "Pay online" })).toBeTruthy();
    expect(screen.queryByText("Sandbox: no money moves")).toBeNull();
    cleanUp();
    openPart("money", {}, { facts: { ...site, onlineTopUp: "off" } });
    expect(await screen.findByRole("heading", { name: "Bank transfer" })).toBeTruthy();
    expect(screen.queryByRole("form", { name: "Pay online" })).toBeNull();
  });

  it("lists the payments with their status", async () => {
    const topUp = (reference: string, status: string) => ({
      reference,
      status,
      amount: 5000,
      createdAt: "2026-11-02T10:00:00.000Z",
    });
    openPart("money", {
      "GET /payments/top-ups": {
        body: { topUps: [topUp("r3", "pending"), topUp("r2", "failed"), topUp("r1", "paid")] },
      },
    });
    const list = await screen.findByRole("region", { name: "Your online payments" });
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map((row) => /Pending|Failed|Paid/.exec(row.textContent ?? "")?.[0])).toEqual([
      "Pending",
      "Failed",
      "Paid",
    ]);
    expect(within(list).getAllByRole("button", { name: "Check" }).length).toBe(1);
  });
});

describe("the return from the payment page", () => {
  const back = (answers: Answers, address = "/profile?topUp=ref-1&reference=ref-1&trxref=ref-1") =>
    open(answers, { address });
  const status = (state: string, balance = 25_000.5) => ({ reference: "ref-1", status: state, amount: 5000, balance });

  it("shows the added amount and the new balance, and clears the address", async () => {
    const { router } = back({ "GET /payments/top-ups/ref-1": { body: status("paid", 30_000.5) } });
    expect(await screen.findByText("Payment received")).toBeTruthy();
    expect(screen.getByText(/₦5,000.00 was added/)).toBeTruthy();
    expect(useSession.getState().user?.balance).toBe(30_000.5);
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(router.state.historyAction).toBe("REPLACE");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Payment received")).toBeNull();
  });

  it("returns to the page that needed the money once the money has come", async () => {
    useSession.getState().logIn(chioma, "t");
    keepReturn("ref-1", "/auction/a");
    let state = "pending";
    const { router } = back({ "GET /payments/top-ups/ref-1": () => ({ body: status(state, 30_000.5) }) });
    expect((await screen.findByRole("link", { name: "Back to where you were" })).getAttribute("href")).toBe(
      "/auction/a",
    );
    state = "paid";
    push({ type: "list:changed", data: { list: "own-top-ups" } });
    await waitFor(() => expect(router.state.location.pathname).toBe("/auction/a"));
    expect(router.state.historyAction).toBe("REPLACE");
    expect(returnAfter("ref-1")).toBeNull();
  });

  it("reports a failed payment, and clears the address", async () => {
    const { router } = back({ "GET /payments/top-ups/ref-1": { body: status("failed") } });
    expect(await screen.findByText("Payment failed")).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("reports that the payment does not exist", async () => {
    back({}, "/profile?topUp=made-up");
    expect(await screen.findByText("Payment not found")).toBeTruthy();
  });

  it("says that a payment is pending for long, asks nothing meanwhile, and keeps the address until it is settled", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let state = "pending";
    const { calls, router } = back({ "GET /payments/top-ups/ref-1": () => ({ body: status(state) }) });
    const asked = () => callsTo(calls, "GET /payments/top-ups/ref-1").length;
    expect(await screen.findByText("Checking your payment…")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(await screen.findByText("No payment has come yet")).toBeTruthy();
    expect(asked()).toBe(before);
    expect(router.state.location.search).toContain("topUp=ref-1");
    state = "paid";
    push({ type: "list:changed", data: { list: "own-top-ups" } });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText("Payment received")).toBeTruthy();
  });

  it("says that nothing was taken if the payer cancelled, and that a payment came if it came all the same", async () => {
    let state = "pending";
    const { router } = back(
      { "GET /payments/top-ups/ref-1": () => ({ body: status(state) }) },
      "/profile?topUp=ref-1&cancelled=",
    );
    expect(await screen.findByText("You did not pay")).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(""));
    state = "paid";
    push({ type: "list:changed", data: { list: "own-top-ups" } });
    expect(await screen.findByText("Payment received")).toBeTruthy();
  });

  it("asks the server when it says that a payment changed", async () => {
    let state = "pending";
    const { calls } = back({ "GET /payments/top-ups/ref-1": () => ({ body: status(state) }) });
    await waitFor(() => expect(callsTo(calls, "GET /payments/top-ups/ref-1").length).toBeGreaterThan(0));
    state = "paid";
    push({ type: "list:changed", data: { list: "own-top-ups" } });
    expect(await screen.findByText("Payment received")).toBeTruthy();
  });

  it("reports a failed request, and sends it again", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let down = true;
    back({ "GET /payments/top-ups/ref-1": () => (down ? { status: 503, body: {} } : { body: status("paid") }) });
    expect(await screen.findByText("We could not check your payment yet")).toBeTruthy();
    down = false;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(await screen.findByText("Payment received")).toBeTruthy();
  });
});

describe("the section on paying by bank transfer", () => {
  // S009
  it("shows the account, the reference to copy, and the contacts for the receipt", async () => {
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    openPart("money");
    const transfer = within(await screen.findByRole("region", { name: "Bank transfer" }));
    for (const value of ["Zenith Bank", "1012345678", "Jara Auctions Ltd", "chioma"]) {
      expect(transfer.getByText(value)).toBeTruthy();
    }
    fireEvent.click(transfer.getByRole("button", { name: "Copy account number" }));
    expect(await transfer.findByText("Copied")).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith("1012345678");
    const whatsapp = transfer.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href") ?? "";
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/2348012345678\?text=/);
    expect(decodeURIComponent(whatsapp)).toContain("Username: chioma");
    const mail = transfer.getByRole("link", { name: "Send by email" }).getAttribute("href") ?? "";
    expect(mail).toMatch(/^mailto:help@jara\.test\?subject=/);
    expect(decodeURIComponent(mail)).toContain("Username: chioma");
  });

  it("is hidden without a bank account, and asks users to write when no way to pay is configured", async () => {
    openPart("money", {}, { facts: { ...site, bankAccount: null } });
    expect(await screen.findByRole("form", { name: "Pay online" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Bank transfer" })).toBeNull();
    cleanUp();
    openPart("money", {}, { facts: { ...site, bankAccount: null, onlineTopUp: "off" } });
    expect(await screen.findByText("Write to us, and we tell you how to add money.")).toBeTruthy();
  });
});
