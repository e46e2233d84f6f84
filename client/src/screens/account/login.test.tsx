// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Login } from "./login.tsx";

const submit = () => {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "adaeze@example.ng" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
  fireEvent.click(screen.getByRole("button", { name: "Login" }));
};

const writes = (calls: { call: string }[]) => calls.filter(({ call }) => !call.startsWith("GET "));

describe("login", () => {
  afterEach(cleanUp);

  // S419
  it.each([
    [401, "No", "Invalid email or password. Please check your credentials and try again."],
    [404, "No", "Account not found. Please check your email address or register for a new account."],
    [429, "No", "Too many login attempts. Please wait a few minutes before trying again."],
    [500, "No", "Server error. Please try again later or contact support if the problem persists."],
    [503, "No", "Server error. Please try again later or contact support if the problem persists."],
    [403, "This account is closed.", "This account is closed."],
    [400, "", "Login failed. Please try again."],
  ])("shows the specification's message for a %i, and keeps the typed values", async (status, message, expected) => {
    answerFetch({ "POST /auth/login": { status, body: { code: "INVALID", message } } });
    renderAt("/login", { "/login": Login });
    submit();
    expect((await screen.findByRole("alert")).textContent).toBe(expected);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("adaeze@example.ng");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret1");
  });

  // S044
  it("requires both fields before it calls the server", async () => {
    const calls = answerFetch({});
    renderAt("/login", { "/login": Login });
    fireEvent.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Email is required")).toBeTruthy();
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(writes(calls)).toEqual([]);
  });

  it("takes an answer back when the form says why the next attempt cannot be sent", async () => {
    answerFetch({ "POST /auth/login": { status: 404, body: { code: "NOT_FOUND", message: "No" } } });
    renderAt("/login", { "/login": Login });
    submit();
    expect(await screen.findByText(/^Account not found/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Password is required")).toBeTruthy();
    expect(screen.queryByText(/^Account not found/)).toBeNull();
  });

  // S247
  it.each([
    ["/login", "/"],
    ["/login?next=%2Fauction%2F7%3Ftab%3Dbids", "/auction/7?tab=bids"],
    ["/login?next=https%3A%2F%2Fevil.example", "/"],
    ["/login?next=%2F%2Fevil.example", "/"],
    ["/login?next=%2F%5Cevil.example", "/"],
    ["/login?next=%2F.%2F%2Fevil.example", "/"],
    ["/login?next=%2Fa%2F%252e%252e%2F%2Fevil.example", "/"],
  ])("goes from %s to %s after a login, and never to another site", async (from, to) => {
    answerFetch({ "POST /auth/login": { body: { user: testUser, token: "t", requiresEmailVerification: false } } });
    const router = renderAt(from, { "/login": Login });
    submit();
    await screen.findByText("elsewhere");
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(to);
    expect(useSession.getState().token).toBe("t");
  });

  // S048
  it("stays with a warning while the email address is unverified, and reloads two seconds after a resend", async () => {
    const user = { ...testUser, isEmailVerified: false };
    const calls = answerFetch({
      "POST /auth/login": { body: { user, token: "t", requiresEmailVerification: true } },
      "POST /auth/resend-verification": { body: { message: "sent" } },
    });
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
    const router = renderAt("/login", { "/login": Login });
    submit();
    expect(await screen.findByText("Email verification required")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/login");
    expect(useSession.getState().status).toBe("authenticated");

    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole("button", { name: "Resend" }));
    await screen.findByText("Verification email sent successfully! Please check your inbox.");
    expect(calls.at(-1)).toMatchObject({ call: "POST /auth/resend-verification", body: { email: user.email } });
    // The fake clock also advances with the real time of the test.
    vi.advanceTimersByTime(500);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1600);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("continues as soon as the email address is verified elsewhere", async () => {
    const user = { ...testUser, isEmailVerified: false };
    answerFetch({ "POST /auth/login": { body: { user, token: "t", requiresEmailVerification: true } } });
    const router = renderAt("/login?next=%2Fauction%2F7", { "/login": Login });
    submit();
    await screen.findByText("Email verification required");
    act(() => useSession.getState().updateUser({ isEmailVerified: true }));
    expect(await screen.findByText("elsewhere")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/auction/7");
  });

  it("says to a visitor who saves a search why the log-in is asked for", () => {
    answerFetch({});
    renderAt("/login?next=/%3Fsearch%3Ddrum%26save%3D1", { "/login": Login });
    expect(screen.getByText("Log in to save your search.")).toBeTruthy();
  });

  it("shows the password and hides it again", () => {
    answerFetch({});
    renderAt("/login", { "/login": Login });
    const password = screen.getByLabelText<HTMLInputElement>("Password");
    expect(password.type).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(password.type).toBe("text");
    fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password.type).toBe("password");
  });

  it("links to the registration, which then leads to the same place", () => {
    answerFetch({});
    renderAt("/login", { "/login": Login });
    expect(screen.getByRole("link", { name: "Register" }).getAttribute("href")).toBe("/register");
  });

  it("redirects a signed-in user", async () => {
    useSession.getState().logIn(testUser, "t");
    answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
    renderAt("/login", { "/login": Login });
    expect(await screen.findByText("elsewhere")).toBeTruthy();
  });
});
