// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import type { AdminUser, Ledger, UserSearch } from "@jara/shared/rest/users";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { toasts } from "../../store/toast.ts";
import { Component as AdminScreen } from "./admin.tsx";

interface Listener {
  onFrame?: (frame: PushFrame) => void;
  onJoined?: (feed: string) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>(), feeds: [] as string[] }));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now() + 5000,
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
const push = (user: AdminUser) =>
  act(async () => {
    for (const listener of live.listeners) listener.onFrame?.({ type: "user:updated", data: { user } });
  });

const boss = { ...testUser, _id: "boss", id: "boss", username: "boss", role: "admin" as const };
const someone = (change: Partial<AdminUser> & { username: string }): AdminUser => {
  const _id = change.username;
  return { ...testUser, isBanned: false, _id, id: _id, email: `${change.username}@example.ng`, ...change };
};
const bola = someone({ username: "bola", balance: 100, firstName: "Bola", lastName: "Obi" });
const chidi = someone({ username: "chidi", role: "admin", isEmailVerified: false });
const answer = (users: AdminUser[], pagination: Partial<UserSearch["pagination"]> = {}): UserSearch => ({
  users,
  pagination: { current: 1, pages: 1, total: users.length, limit: 10, ...pagination },
});

const older = (username: string, reason: string, resembles: string | null) => ({
  _id: username,
  username,
  email: `${username}@example.ng`,
  reason,
  resembles,
  createdAt: "2026-01-02T03:04:05.000Z",
});

const LIST = "GET /users/admin/search";
type Answers = Parameters<typeof answerFetch>[0];
const open = (address = "/admin", answers: Answers = {}) => {
  const { user } = useSession.getState();
  const calls = answerFetch({
    "GET /auth/profile": { body: { user } },
    [LIST]: { body: answer([bola, chidi, { ...boss, isBanned: false }]) },
    ...answers,
  });
  const keys: (string | undefined)[] = [];
  const answering = fetch;
  vi.stubGlobal("fetch", (url: string, init: { method: string; headers: Record<string, string> }) => {
    if (init.method === "PUT") keys.push(init.headers["idempotency-key"]);
    return answering(url, init);
  });
  const router = renderAt(address, { "/admin": AdminScreen, "/login": () => <p>the login</p> });
  return {
    router,
    keys,
    lists: () => calls.filter(({ call }) => call === LIST),
    puts: () => calls.filter(({ call }) => call.startsWith("PUT")),
  };
};
const row = (username: string) => screen.getByRole("row", { name: new RegExp(`^${username}`) });
const findRow = (username: string) => screen.findByRole("row", { name: new RegExp(`^${username}`) });
const roleOf = (username: string) => screen.getByLabelText<HTMLSelectElement>(`Role of ${username}`);
const answerDialog = (name: string) =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name, hidden: true }));
const edit = (username: string, mode: string, amount: string) => {
  fireEvent.click(screen.getByRole("button", { name: `Edit Balance of ${username}` }));
  fireEvent.change(screen.getByLabelText("Mode"), { target: { value: mode } });
  fireEvent.change(screen.getByLabelText("Amount (₦)"), { target: { value: amount } });
};
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
const debug = () => screen.getByRole("region", { name: "Debug info" });

beforeEach(() => {
  toasts.setState([], true);
  useSession.getState().logIn(boss, "secret-token");
});
afterEach(cleanUp);

describe("access", () => {
  // S137
  it("asks a visitor to log in, and returns here after the login", () => {
    useSession.getState().logOut();
    const { router } = open("/admin?q=ada");
    expect(screen.getByRole("heading", { name: "Authentication Required" })).toBeTruthy();
    fireEvent.click(screen.getByRole("link", { name: "Login" }));
    expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/admin?q=ada" } });
  });

  // S138
  it("denies access to a user who is not an administrator, names the role, and sends no request", () => {
    useSession.getState().logIn(testUser, "t");
    const { lists } = open();
    expect(screen.getByText("Access Denied: You need admin privileges to access this page")).toBeTruthy();
    expect(screen.getByText("Your current role:").parentElement?.textContent).toBe("Your current role: user");
    expect(lists()).toEqual([]);
  });

  // S139
  it("closes at once when the user loses the administrator's role", async () => {
    open();
    await findRow("bola");
    act(() => useSession.getState().updateUser({ role: "user" }));
    expect(screen.getByText(/^Access Denied/)).toBeTruthy();
    expect(screen.queryByText("bola@example.ng")).toBeNull();
    expect(live.feeds).toEqual([]);
  });
});

describe("the list of users", () => {
  // S141
  it("shows the logged-in administrator, and each user's name, address, role and balance", async () => {
    open();
    const cells = within(await findRow("bola"));
    expect(screen.getByText(/^Logged in as/).parentElement?.textContent).toBe("Logged in as boss");
    for (const text of ["bola", "Bola Obi", "bola@example.ng", "₦100.00"]) expect(cells.getByText(text)).toBeTruthy();
    expect(cells.getAllByText("User").length).toBe(2);
    expect(within(row("chidi")).getByText("Not verified")).toBeTruthy();
    expect(within(row("boss")).getByText("You")).toBeTruthy();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers).toEqual(["User", "Email", "Role", "Balance", "Actions"]);
  });

  // S142
  it("keeps the search text and role in the address, and restores both inputs on Back", async () => {
    const { router, lists } = open();
    await findRow("bola");
    expect(lists().at(-1)?.search).toBe("?page=1&limit=10");
    const box = screen.getByPlaceholderText<HTMLInputElement>("name, email, or username");
    fireEvent.change(box, { target: { value: " bola " } });
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(router.state.location.search).toBe("?q=bola"));
    const filter = screen.getByLabelText<HTMLSelectElement>("Role");
    expect([...filter.options].map(({ text }) => text)).toEqual([
      "All Roles",
      "Users",
      "Cataloguers",
      "Cashiers",
      "Managers",
      "Admins",
    ]);
    fireEvent.change(filter, { target: { value: "admin" } });
    await waitFor(() => expect(router.state.location.search).toBe("?q=bola&role=admin"));
    await waitFor(() => expect(lists().at(-1)?.search).toBe("?q=bola&role=admin&page=1&limit=10"));
    await act(() => router.navigate(-2));
    expect([box.value, filter.value]).toEqual(["", ""]);
  });

  // S161
  it("says when no user matches", async () => {
    open("/admin?q=nobody", { [LIST]: { body: answer([]) } });
    expect(await screen.findByText("No users found")).toBeTruthy();
  });

  // S162
  it("shows page links only when there is more than one page", async () => {
    const { router } = open("/admin?q=o&page=2", {
      [LIST]: { body: answer([bola], { current: 2, pages: 3, total: 21 }) },
    });
    expect(await screen.findByText("Page 2 of 3 (21 total)")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Previous" }).getAttribute("href")).toBe("/admin?q=o");
    fireEvent.click(screen.getByRole("link", { name: "Next" }));
    expect(router.state.location.search).toBe("?q=o&page=3");
    cleanUp();
    useSession.getState().logIn(boss, "t");
    open();
    await findRow("bola");
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  // S163
  it("goes to the last page when the address names a page that no longer exists", async () => {
    const { router } = open("/admin?page=9", { [LIST]: { body: answer([], { current: 9, pages: 2, total: 12 }) } });
    await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  });

  // S440
  it("shows why the users cannot be fetched, and fetches them again on request", async () => {
    let isDown = true;
    open("/admin", {
      [LIST]: () =>
        isDown
          ? { status: 500, body: { code: "INTERNAL", message: "The database is away." } }
          : { body: answer([bola]) },
    });
    expect(await screen.findByText("Failed to fetch users: The database is away.")).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await findRow("bola");
    expect(screen.queryByText(/^Failed to fetch users/)).toBeNull();
  });
});

describe("the live list", () => {
  // S153
  it("updates a row in its place, and offers to show newly registered users", async () => {
    const { lists } = open();
    await findRow("bola");
    expect(live.feeds).toEqual(["admin"]);
    await push({ ...bola, role: "admin", balance: 250.5 });
    expect(await within(row("bola")).findByText("₦250.50")).toBeTruthy();
    expect(roleOf("bola").value).toBe("admin");
    const newcomer = someone({ username: "sade", createdAt: "2026-11-21T12:00:00.000Z" });
    await push(newcomer);
    await push({ ...newcomer, isEmailVerified: true });
    const asked = lists().length;
    fireEvent.click(await screen.findByRole("button", { name: "Show 1 new user" }));
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "bolaBola Obi",
      "chidiNot verified",
      "bossYou",
    ]);
    await waitFor(() => expect(lists().length).toBe(asked + 1));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Show 1/ })).toBeNull());
  });

  it("fetches the list again when the feed is joined again", async () => {
    const { lists } = open();
    await findRow("bola");
    const asked = lists().length;
    act(() => {
      for (const listener of live.listeners) listener.onJoined?.("admin");
    });
    await waitFor(() => expect(lists().length).toBe(asked + 1));
  });
});

describe("the change of a role", () => {
  const SET = "PUT /users/admin/role/bola";

  // S144
  it("explains a role change first, and saves it only after a confirmation", async () => {
    const { puts } = open("/admin", { [SET]: { body: { user: { ...bola, role: "admin" } } } });
    await findRow("bola");
    fireEvent.change(roleOf("bola"), { target: { value: "admin" } });
    expect(within(screen.getByRole("dialog")).getByText(/change roles, and invite administrators/)).toBeTruthy();
    answerDialog("Cancel");
    expect([puts(), roleOf("bola").value]).toEqual([[], "user"]);
    fireEvent.change(roleOf("bola"), { target: { value: "admin" } });
    answerDialog("Make administrator");
    expect(roleOf("bola").disabled).toBe(true);
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("bola is now an administrator"));
    expect(puts()).toMatchObject([{ call: SET, body: { role: "admin" } }]);
    await waitFor(() => expect(roleOf("bola").disabled).toBe(false));
  });

  // S145
  it("warns before a demotion that screens close and calls are refused", async () => {
    const demote = "PUT /users/admin/role/chidi";
    const { puts } = open("/admin", { [demote]: { body: { user: { ...chidi, role: "user" } } } });
    await findRow("chidi");
    fireEvent.change(roleOf("chidi"), { target: { value: "user" } });
    expect(within(screen.getByRole("dialog")).getByText(/closes for chidi at once/)).toBeTruthy();
    answerDialog("Take role away");
    await waitFor(() => expect(puts()).toMatchObject([{ call: demote, body: { role: "user", seen: chidi.role } }]));
  });

  // S143
  it("disables the role on the administrator's own row", async () => {
    open();
    await findRow("boss");
    expect(roleOf("boss").disabled).toBe(true);
    expect(roleOf("bola").disabled).toBe(false);
  });

  // S441
  it("shows why the server refused a change of role", async () => {
    open("/admin", { [SET]: { status: 403, body: { code: "FORBIDDEN", message: "You may not do this." } } });
    await findRow("bola");
    fireEvent.change(roleOf("bola"), { target: { value: "admin" } });
    answerDialog("Make administrator");
    expect(await screen.findByText("Failed to update user role: You may not do this.")).toBeTruthy();
    expect(roleOf("bola").value).toBe("user");
  });
});

describe("the change of a balance", () => {
  const SET = "PUT /users/admin/balance/bola";

  // S146
  it("offers Set to, Add and Subtract, and shows the resulting balance before the confirmation", async () => {
    const { puts, keys, lists } = open("/admin", { [SET]: { body: { user: { ...bola, balance: 149.75 } } } });
    await findRow("bola");
    edit("bola", "set", "30");
    const form = within(screen.getByRole("form", { name: "Edit balance of bola" }));
    const options = [...form.getByLabelText<HTMLSelectElement>("Mode").options];
    expect(options.map(({ text }) => text)).toEqual(["Set to", "Add", "Subtract"]);
    const box = form.getByLabelText("Amount (₦)");
    // The arrow keys step by 0.01, and never below 0.
    for (const [typed, key, stepped] of [
      ["0", "ArrowDown", "0"],
      ["0", "ArrowUp", "0.01"],
      ["30.01", "ArrowDown", "30"],
    ]) {
      fireEvent.change(box, { target: { value: typed } });
      fireEvent.keyDown(box, { key });
      expect([typed, key, (box as HTMLInputElement).value]).toEqual([typed, key, stepped]);
    }
    const outcome = () => form.getByText("New balance").nextElementSibling?.textContent;
    expect(outcome()).toContain("₦30.00");
    expect(outcome()).toContain("₦70.00 less than now");
    fireEvent.change(form.getByLabelText("Mode"), { target: { value: "subtract" } });
    expect(outcome()).toContain("₦70.00");
    fireEvent.change(form.getByLabelText("Mode"), { target: { value: "add" } });
    fireEvent.change(box, { target: { value: "49.75" } });
    expect(outcome()).toContain("₦149.75");
    expect(puts()).toEqual([]);
    const asked = lists().length;
    fireEvent.change(form.getByLabelText("Reason"), { target: { value: " Cash at the desk " } });
    confirm();
    await waitFor(() => expect(screen.queryByRole("form", { name: "Edit balance of bola" })).toBeNull());
    expect(puts()).toMatchObject([{ call: SET, body: { balance: 49.75, action: "add", reason: "Cash at the desk" } }]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(toasts.getState()[0]?.message).toBe("Balance of bola: ₦149.75");
    await waitFor(() => expect(lists().length).toBeGreaterThan(asked));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Balance of bola" }));
  });

  it("sets the balance that was seen, shows the present one if another is refused, and asks again", async () => {
    const message = "The balance is ₦150.00 by now.";
    const { puts } = open("/admin", {
      [SET]: { status: 409, body: { code: "BALANCE_CHANGED", message, balance: 150 } },
    });
    await findRow("bola");
    edit("bola", "set", "200");
    confirm();
    const form = within(screen.getByRole("form", { name: "Edit balance of bola" }));
    expect(await form.findByText(new RegExp(message.replaceAll(".", "\\.")))).toBeTruthy();
    const outcome = form.getByText("New balance").nextElementSibling?.textContent;
    expect(outcome).toContain("₦150.00");
    expect(outcome).toContain("₦50.00 more than now");
    confirm();
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts().map(({ body }) => body)).toEqual([
      { balance: 200, action: "set", seen: 100 },
      { balance: 200, action: "set", seen: 150 },
    ]);
  });

  it("sends how the money came, with its reference, and asks whether a transfer is the same one", async () => {
    const message = "A transfer with this reference was booked before. Is this the same transfer?";
    const { puts } = open("/admin", { [SET]: { status: 409, body: { code: "SAME_TRANSFER", message } } });
    await findRow("bola");
    edit("bola", "add", "200");
    fireEvent.change(screen.getByLabelText("Money received"), { target: { value: "transfer" } });
    fireEvent.change(screen.getByLabelText(/^The bank's reference/), { target: { value: "GTB 7781" } });
    confirm();
    fireEvent.click(await screen.findByLabelText("This is another transfer"));
    confirm();
    await waitFor(() => expect(puts()).toHaveLength(2));
    const body = { balance: 200, action: "add", method: "transfer", reference: "GTB 7781" };
    expect(puts().map((put) => put.body)).toEqual([body, { ...body, isAnother: true }]);
  });

  // S479
  it("opens on Add, and asks once more before it lowers a balance, so that Enter alone never lowers one", async () => {
    const { puts } = open("/admin", { [SET]: { body: { user: { ...bola, balance: 30 } } } });
    await findRow("bola");
    fireEvent.click(screen.getByRole("button", { name: "Edit Balance of bola" }));
    expect(screen.getByLabelText<HTMLSelectElement>("Mode").value).toBe("add");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    for (const [action, typed] of [
      ["set", "30"],
      ["subtract", "70"],
    ] as const) {
      edit("bola", action, typed);
      confirm();
      const dialog = screen.getByRole("dialog", { name: "Lower this balance?" });
      expect(dialog.textContent).toContain("bola loses ₦70.00");
      expect(dialog.textContent).toContain("₦100.00 → ₦30.00");
      expect(dialog.textContent).toContain("You gave no reason");
      expect(dialog.contains(document.activeElement) && document.activeElement?.textContent).not.toBe(
        "Lower the balance",
      );
      fireEvent.click(within(dialog).getByRole("button", { name: "Keep it", hidden: true }));
      expect(puts()).toEqual([]);
      fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    }
    edit("bola", "set", "30");
    confirm();
    fireEvent.click(screen.getByRole("button", { name: "Lower the balance", hidden: true }));
    await waitFor(() => expect(puts()).toMatchObject([{ body: { balance: 30, action: "set" } }]));
  });

  it("names the cash that a subtraction pays out", async () => {
    open("/admin");
    await findRow("bola");
    edit("bola", "subtract", "70");
    fireEvent.change(screen.getByLabelText("Paid out"), { target: { value: "cash" } });
    confirm();
    const dialog = screen.getByRole("dialog", { name: "Lower this balance?" });
    expect(dialog.textContent).toContain("You pay bola ₦70.00 in cash, out of the till");
  });

  // S356
  it.each(["", "-1", "1.005"])("asks for a valid amount instead of %j", async (typed) => {
    const { puts } = open();
    await findRow("bola");
    edit("bola", "set", typed);
    confirm();
    expect(screen.getByText(/^Please enter a valid amount($|\. )/)).toBeTruthy();
    expect(puts()).toEqual([]);
  });

  // S147
  it("closes on Cancel and on Escape without a request", async () => {
    const { puts } = open();
    await findRow("bola");
    edit("bola", "set", "5");
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    edit("bola", "set", "5");
    fireEvent.keyDown(screen.getByLabelText("Amount (₦)"), { key: "Escape" });
    expect(screen.queryByRole("form", { name: "Edit balance of bola" })).toBeNull();
    expect(puts()).toEqual([]);
  });

  // S442
  it("shows why an edit was refused, keeps the typed values, and sends the next try as a new edit", async () => {
    const message = "The balance is ₦100.00: ₦500.00 cannot be subtracted from it.";
    const { puts, keys } = open("/admin", { [SET]: { status: 403, body: { code: "INSUFFICIENT_BALANCE", message } } });
    await findRow("bola");
    edit("bola", "subtract", "500");
    expect(screen.getByText("A subtraction cannot go below zero.")).toBeTruthy();
    confirm();
    expect(await screen.findByText(`Failed to update balance: ${message}`)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Amount (₦)").value).toBe("500");
    confirm();
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(new Set(keys).size).toBe(2);
  });

  // S149
  it("sends an edit without an answer again under the same key, and says that its outcome is unknown", async () => {
    let isAway = true;
    const { puts, keys } = open("/admin", {
      [SET]: () =>
        isAway
          ? { status: 503, body: { code: "UNAVAILABLE", message: "The database is away." } }
          : { body: { user: { ...bola, balance: 600 } } },
    });
    await findRow("bola");
    edit("bola", "add", "500");
    confirm();
    expect(await screen.findByText(/Sending the same edit again/)).toBeTruthy();
    expect(await screen.findByText("We do not know whether this was saved")).toBeTruthy();
    expect(screen.getByText(/^Failed to update balance: The database is away\./)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Amount (₦)").readOnly).toBe(true);
    expect(puts()).toHaveLength(3);
    isAway = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("Balance of bola: ₦600.00"));
    expect(puts()).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  }, 20_000);
});

describe("the ledger of a user", () => {
  // S160
  it("opens from the address, and shows cause, actor, amount, balance and time, page by page", async () => {
    const entries: Ledger["entries"] = [
      {
        _id: "e2",
        amount: -50,
        balance: 50,
        cause: "win-forfeit",
        actor: null,
        auctionId: "a1",
        title: "Talking drum",
        lot: "12A",
        reference: null,
        note: null,
        createdAt: "2026-11-20T11:05:00.000Z",
      },
      {
        _id: "e1",
        amount: 100,
        balance: 100,
        cause: "admin add",
        actor: { _id: "boss", username: "boss" },
        auctionId: null,
        title: null,
        lot: null,
        reference: "ref-1",
        note: "Cash at the desk",
        createdAt: "2026-11-19T11:05:00.000Z",
      },
    ];
    const { router } = open("/admin", {
      "GET /users/admin/bola/ledger": {
        body: { entries, pagination: { current: 1, pages: 2, total: 12, limit: 10 } },
      },
      "GET /admin/users/bola/receipts": {
        body: {
          receipts: [
            {
              _id: "r1",
              number: "R-2026-000123",
              kind: "penalty",
              auction: null,
              amount: 50,
              currency: "NGN",
              amountNgn: 50,
              at: "2026-11-20T11:05:00.000Z",
            },
          ],
          pagination: { current: 1, pages: 1, total: 1, limit: 5 },
        },
      },
    });
    await findRow("bola");
    fireEvent.click(screen.getByRole("button", { name: "Ledger of bola" }));
    expect(router.state.location.search).toBe("?ledger=bola");
    const table = within(await screen.findByRole("table", { name: "Ledger of bola, newest first" }));
    const forfeit = within(table.getByRole("row", { name: /Penalty: win not paid/ }));
    for (const text of ["-₦50.00", "₦50.00", "Automatic"]) expect(forfeit.getByText(text)).toBeTruthy();
    expect(forfeit.getByRole("link", { name: "Lot 12A: Talking drum" }).getAttribute("href")).toBe("/auction/a1");
    expect(forfeit.getByText(/20 Nov 2026, 12:05/)).toBeTruthy();
    const added = within(table.getByRole("row", { name: /Added by our team/ }));
    for (const text of ["+₦100.00", "₦100.00", "boss", "ref-1"]) expect(added.getByText(text)).toBeTruthy();
    expect(screen.getByText("Page 1 of 2 (12 entries)")).toBeTruthy();
    const receipts = within(await screen.findByRole("region", { name: "Receipts of bola" }));
    expect(receipts.getByRole("button", { name: "Download PDF of R-2026-000123" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Ledger of bola" }));
    expect(router.state.location.search).toBe("");
  });
});

describe("the debug info", () => {
  // S164
  it("shows the data that support needs, and never the token", async () => {
    open("/admin?q=o&role=user");
    await screen.findByText("3 shown, 3 total, page 1 of 1");
    const said = debug().textContent ?? "";
    for (const fact of [
      "boss",
      "admin",
      "live",
      "+5000 ms",
      "/api",
      'q="o", role=user, page=1',
      "/admin?q=o&role=user",
    ]) {
      expect(said).toContain(fact);
    }
    expect(said).not.toContain("secret-token");
    expect(said).not.toContain("bola");
  });
});

describe("older usernames", () => {
  afterEach(cleanUp);
  beforeEach(() => useSession.getState().logIn(boss, "t"));

  it("lists the usernames that the rule refuses, with the reason and the account that the name resembles", async () => {
    open("/admin", {
      "GET /users/admin/refused-usernames": {
        body: {
          users: [older("olderl", "confusable", "older1"), older("Old Name", "characters", null)],
          pagination: { current: 1, pages: 1, total: 2, limit: 20 },
        },
      },
    });
    expect(await screen.findByText("2 usernames that would not be allowed today")).toBeTruthy();
    const list = within(screen.getByRole("list", { name: "Usernames against the rule", hidden: true }));
    const [alike, spaced] = list.getAllByRole("listitem", { hidden: true }).map(({ textContent }) => textContent);
    expect(alike).toBe("olderl olderl@example.ng looks like the username of another account (older1)");
    expect(spaced).toBe("Old Name Old Name@example.ng has characters that are not allowed");
  });

  it("is not shown when there are none", async () => {
    const pagination = { current: 1, pages: 1, total: 0, limit: 20 };
    open("/admin", { "GET /users/admin/refused-usernames": { body: { users: [], pagination } } });
    await findRow("bola");
    expect(screen.queryByText(/would not be allowed/)).toBe(null);
  });
});

describe("voiding all bids of an account", () => {
  const VOID = "POST /admin/users/bola/void-bids";
  const ask = async () => {
    fireEvent.click(within(await findRow("bola")).getByRole("button", { name: "Void all bids of bola" }));
    return within(await screen.findByRole("form", { name: "Void all bids", hidden: true }));
  };

  it("requires a reason, and reports the outcome of each lot, also of refused ones", async () => {
    const lots = [
      {
        auctionId: "a",
        title: "Drum",
        ok: true,
        effect: {
          priceBefore: 900,
          priceAfter: 100,
          leaderBefore: { username: "bola" },
          leaderAfter: null,
        },
        message: null,
      },
      { auctionId: "b", title: "Flute", ok: false, effect: null, message: "You have an interest in it." },
    ];
    const bodies: unknown[] = [];
    open("/admin", {
      [VOID]: (body) => {
        bodies.push(body);
        return { body: { lots } };
      },
    });
    const form = await ask();
    fireEvent.change(form.getByLabelText("Reason"), { target: { value: "other" } });
    fireEvent.click(form.getByRole("button", { name: "Void all bids", hidden: true }));
    expect(form.getByText("Please give the reason in a sentence")).toBeTruthy();
    expect(bodies).toEqual([]);
    fireEvent.change(form.getByLabelText("Reason"), { target: { value: "suspended" } });
    fireEvent.click(form.getByRole("button", { name: "Void all bids", hidden: true }));
    expect(await form.findByText("1 of 2 lots done")).toBeTruthy();
    expect(form.getByText("The price fell. Nobody leads instead of bola.")).toBeTruthy();
    expect(form.getByText("Not voided: You have an interest in it.")).toBeTruthy();
    expect(form.getByRole("button", { name: "Try the rest again", hidden: true })).toBeTruthy();
    expect(bodies).toEqual([{ reason: "suspended", note: null }]);
  });

  it("shows why the void was refused, and does not offer it on the administrator's own row", async () => {
    open("/admin", { [VOID]: { status: 403, body: { code: "FORBIDDEN", message: "Not you." } } });
    const form = await ask();
    fireEvent.click(form.getByRole("button", { name: "Void all bids", hidden: true }));
    expect(await form.findByText("Failed to void the bids: Not you.")).toBeTruthy();
    expect(within(row("boss")).queryByRole("button", { name: /^Void all bids/ })).toBeNull();
  });
});
