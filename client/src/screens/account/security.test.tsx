// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import Security from "./security.tsx";

const here = {
  _id: "s1",
  device: "Chrome on Android",
  place: "102.89.x.x",
  createdAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: "2026-01-01T00:00:00.000Z",
  isCurrent: true,
};
const other = { ...here, _id: "s2", device: "Firefox on Linux", place: "unknown", isCurrent: false };
const profile = { "GET /auth/profile": { body: { user: testUser } } };
const devices = { "GET /auth/sessions": { body: { sessions: [other, here] } } };
const off = { addedAt: null, recoveryCodesLeft: 0, isRequired: false };
const factor = { "GET /auth/second-factor": { body: off } };
const passkeys = { "GET /auth/passkeys": { body: { passkeys: [] } } };
const noChange = { "GET /auth/change-email": { body: { waiting: null } } };
const noPassword = { status: 403, body: { code: "FORBIDDEN", message: "This account has no password." } };
const invalid = (path: string, message: string) => ({
  status: 400,
  body: { code: "INVALID", message, issues: [{ path, message }] },
});
const writes = (calls: { call: string; body: unknown }[]) =>
  calls.filter(({ call }) => !call.startsWith("GET ")).map(({ call, body }) => [call, body]);
const open = (answers: Parameters<typeof answerFetch>[0]) => {
  const calls = answerFetch({ ...profile, ...devices, ...factor, ...passkeys, ...noChange, ...answers });
  const router = renderAt("/profile/security#two-step", { "/profile/security": Security });
  return { calls, router };
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => useSession.getState().logIn(testUser, "t"));
afterEach(cleanUp);

it("sends a visitor to the login", async () => {
  useSession.getState().logOut();
  const { router } = open({});
  await screen.findByText("elsewhere");
  expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/profile/security#two-step" } });
});

describe("change of the password", () => {
  const change = (current: string, next: string) => {
    press("Change password");
    type("Current password", current);
    type("New password", next);
    press("Save new password");
  };

  it("sends both passwords, says that others are logged out, and reads the devices again", async () => {
    const { calls } = open({ "POST /auth/change-password": { body: { message: "Changed" } } });
    change("old one", "correct horse battery");
    expect(await screen.findByText("Your password is changed. All other devices are logged out.")).toBeTruthy();
    expect(writes(calls)).toEqual([
      ["POST /auth/change-password", { currentPassword: "old one", newPassword: "correct horse battery" }],
    ]);
    await waitFor(() => expect(calls.filter(({ call }) => call === "GET /auth/sessions").length).toBeGreaterThan(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change password" })));
  });

  it.each([
    ["currentPassword", "Current password", "This password is wrong."],
    ["newPassword", "New password", "This password is easy to guess."],
  ])("shows the server's message at %s, and keeps the session", async (path, label, message) => {
    open({ "POST /auth/change-password": invalid(path, message) });
    change("old one", "password1");
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    expect(useSession.getState().token).toBe("t");
  });

  it("requires both fields before it calls the server", async () => {
    const { calls } = open({});
    press("Change password");
    press("Save new password");
    expect(await screen.findByText("Please enter your current password")).toBeTruthy();
    expect(screen.getByText("Please choose a new password")).toBeTruthy();
    expect(writes(calls)).toEqual([]);
  });

  it("says how long to wait after too many tries, and that the outcome is unknown when no answer comes", async () => {
    open({
      "POST /auth/change-password": {
        status: 429,
        body: { code: "RATE_LIMITED", message: "Too many", retryAfterMs: 14.2 * 60_000 },
      },
    });
    change("old one", "correct horse battery");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Too many tries. Please wait 15 minutes and try again.",
    );
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    press("Save new password");
    expect(await screen.findByText(/we do not know whether your password is changed/)).toBeTruthy();
  });

  it("offers a link by mail to an account without a password", async () => {
    const { calls } = open({
      "POST /auth/change-password": noPassword,
      "POST /auth/forgot-password": { body: { message: "sent" } },
    });
    change("whatever", "correct horse battery");
    expect(await screen.findByText("Your account has no password yet")).toBeTruthy();
    press("Send me a link");
    expect(await screen.findByText("Check your inbox")).toBeTruthy();
    expect(writes(calls).at(-1)).toEqual(["POST /auth/forgot-password", { email: testUser.email }]);
  });
});

describe("change of the e-mail address", () => {
  const change = (newEmail: string, password: string) => {
    press("Change address");
    type("New email address", newEmail);
    type("Your password", password);
    press("Send link to new address");
  };

  it("says what will happen, and then where the link went", async () => {
    let waiting: object | null = null;
    const { calls } = open({
      "POST /auth/change-email": () => {
        waiting = { newEmail: "new@example.ng", expiresAt: "2026-11-24T09:00:00.000Z" };
        return { body: { message: "Sent" } };
      },
      "GET /auth/change-email": () => ({ body: { waiting } }),
    });
    press("Change address");
    expect(screen.getByText(/also gets an email/)).toBeTruthy();
    press("Cancel");
    change(" New@example.ng ", "old one");
    expect(await screen.findByText("new@example.ng")).toBeTruthy();
    expect(screen.getByText(/Open it by 24 Nov/).textContent).toContain(`${testUser.email} stays your address`);
    expect(writes(calls)).toEqual([["POST /auth/change-email", { newEmail: "new@example.ng", password: "old one" }]]);
  });

  it("promises no mail to an address that is not verified, because it gets none", () => {
    useSession.getState().updateUser({ isEmailVerified: false });
    open({ "GET /auth/profile": { body: { user: { ...testUser, isEmailVerified: false } } } });
    press("Change address");
    expect(screen.getByText(/The new address gets a link/)).toBeTruthy();
    expect(screen.queryByText(/also gets an email/)).toBeNull();
  });

  it("does not send the present address or none", async () => {
    const { calls } = open({});
    change(testUser.email.toUpperCase(), "old one");
    expect(await screen.findByText("This is your email address already")).toBeTruthy();
    type("New email address", "nobody");
    expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
    expect(writes(calls)).toEqual([]);
  });

  it("shows the server's message at the password, and the offer to an account without one", async () => {
    let answer: { status: number; body: unknown } = invalid("password", "This password is wrong.");
    open({ "POST /auth/change-email": () => answer });
    change("new@example.ng", "old one");
    expect((await screen.findByRole("alert")).textContent).toBe("This password is wrong.");
    answer = noPassword;
    press("Send link to new address");
    expect(await screen.findByText("Your account has no password yet")).toBeTruthy();
  });
});

describe("the devices", () => {
  const list = () => screen.findByRole("list", { name: "Devices" });

  it("shows this device first, with the network and the last use of the others", async () => {
    open({});
    const rows = within(await list()).getAllByRole("listitem");
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toMatch(/Chrome on Android.*Now on this device.*Network 102\.89\.x\.x/);
    expect(rows[1]?.textContent).toMatch(/Firefox on Linux.*Unknown network.*Seen 1 Jan, 01:00/);
  });

  it("logs another device out after a question", async () => {
    const { calls } = open({ "DELETE /auth/sessions/s2": { body: { sessions: [here] } } });
    await list();
    press(/^Log out Firefox on Linux/);
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("Firefox on Linux");
    expect(writes(calls)).toEqual([]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Log out" }));
    expect(await screen.findByText("No other device is logged in.")).toBeTruthy();
    expect(writes(calls)).toEqual([["DELETE /auth/sessions/s2", undefined]]);
  });

  it("logs all other devices out after a question", async () => {
    const { calls } = open({ "DELETE /auth/sessions": { body: { sessions: [here] } } });
    await list();
    press("Log out all other devices");
    expect(screen.getByRole("dialog").textContent).toContain("One device has to log in again");
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out" }));
    expect(await screen.findByText("No other device is logged in.")).toBeTruthy();
    expect(writes(calls)).toEqual([["DELETE /auth/sessions", undefined]]);
  });

  it("logs this device out like the header's button", async () => {
    const { calls, router } = open({});
    await list();
    press("Log out this device");
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out" }));
    await screen.findByText("elsewhere");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(useSession.getState().token).toBeNull();
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain("POST /auth/logout"));
  });

  it("keeps the question open with the failure, and reads the list again", async () => {
    const { calls } = open({
      "DELETE /auth/sessions/s2": { status: 404, body: { code: "NOT_FOUND", message: "Session not found" } },
    });
    await list();
    press(/^Log out Firefox on Linux/);
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out" }));
    expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toBe("Session not found");
    await waitFor(() => expect(calls.filter(({ call }) => call === "GET /auth/sessions").length).toBeGreaterThan(1));
  });

  it("offers to load the list again when it could not be loaded", async () => {
    let answer: { status?: number; body: unknown } = { status: 500, body: { code: "INTERNAL", message: "" } };
    open({ "GET /auth/sessions": () => answer });
    expect(screen.getByText("Loading your devices...").getAttribute("role")).toBe("status");
    expect(await screen.findByText("Your devices could not be loaded.")).toBeTruthy();
    answer = { body: { sessions: [here] } };
    press("Retry");
    expect(await screen.findByText("No other device is logged in.")).toBeTruthy();
  });
});

describe("two-step verification", () => {
  const codes = ["7K3M-2QXD-9VTA-HN41", "0000-1111-2222-3333"];
  const on = { addedAt: "2026-11-23T09:41:12.310Z", recoveryCodesLeft: 10, isRequired: false };
  const enrolment = { secret: "E24DKKU6DNXONKUCNR7QJAJBLRMZDM5X", url: "otpauth://totp/Jara:ada?secret=E24D" };

  it("is set up with the picture or the key, and shows the codes until the person has saved them", async () => {
    const { calls } = open({
      "POST /auth/second-factor/totp": { body: enrolment },
      "POST /auth/second-factor/totp/confirm": { body: { recoveryCodes: codes, secondFactor: on } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Set up" }));
    expect(await screen.findByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
    expect(screen.getByText("E24D KKU6 DNXO NKUC NR7Q JAJB LRMZ DM5X")).toBeTruthy();
    type("Code from your authenticator app", "12345");
    press("Switch on");
    expect(screen.getByRole("alert").textContent).toBe("The code has 6 digits");
    type("Code from your authenticator app", "123 456");
    press("Switch on");
    const list = await screen.findByRole("list", { name: "Recovery codes" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Done" }).disabled).toBe(true);
    fireEvent.click(screen.getByRole("checkbox", { name: "I have saved these codes" }));
    press("Done");
    expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy();
    // StrictMode runs effects twice; a second start would make another key than the one that is shown.
    expect(writes(calls)).toEqual([
      ["POST /auth/second-factor/totp", undefined],
      ["POST /auth/second-factor/totp/confirm", { code: "123456" }],
    ]);
  });

  it("shows why a code is refused, and does not offer an administrator to switch it off where it is required", async () => {
    open({
      "GET /auth/second-factor": { body: { ...off, isRequired: true } },
      "POST /auth/second-factor/totp": { body: enrolment },
      "POST /auth/second-factor/totp/confirm": invalid("code", "This code is wrong."),
    });
    expect(await screen.findByText("Staff need two-step verification")).toBeTruthy();
    press("Set up");
    await screen.findByRole("img", { name: "QR code for your authenticator app" });
    type("Code from your authenticator app", "123456");
    press("Switch on");
    expect((await screen.findByRole("alert")).textContent).toBe("This code is wrong.");
    press("Cancel");
    expect(await screen.findByRole("button", { name: "Set up" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Switch off" })).toBeNull();
  });

  it("warns when few recovery codes are left, and is switched off after a question", async () => {
    open({
      "GET /auth/second-factor": { body: { ...on, recoveryCodesLeft: 1 } },
      "DELETE /auth/second-factor": { body: off },
    });
    expect(await screen.findByText(/Few recovery codes are left/)).toBeTruthy();
    press("Switch off");
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Switch off" }));
    expect(await screen.findByRole("button", { name: "Set up" })).toBeTruthy();
  });
});
