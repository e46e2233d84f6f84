// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as ForgotPassword } from "./forgot-password.tsx";
import { Component as Login } from "./login.tsx";
import { Component as ResetPassword } from "./reset-password.tsx";

const screens = { "/login": Login, "/forgot-password": ForgotPassword, "/reset-password": ResetPassword };
const link = "/reset-password?token=abc&email=adaeze%40example.ng";
const STRONG = "correct horse battery";
const set = (password: string) => {
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Set new password" }));
};
const resets = (calls: { call: string; body: unknown }[]) =>
  calls.filter(({ call }) => call === "POST /auth/reset-password").map(({ body }) => body);

afterEach(cleanUp);

it("removes the secret from the address at once, sets the password, and leads to the login with the address", async () => {
  const calls = answerFetch({ "POST /auth/reset-password": { body: { message: "set" } } });
  const router = renderAt(link, screens);
  expect(await screen.findByText("adaeze@example.ng")).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: "/reset-password", search: "", state: null });
  set(STRONG);
  expect(await screen.findByRole("heading", { name: "Your new password is set" })).toBeTruthy();
  expect(resets(calls)).toEqual([{ token: "abc", email: "adaeze@example.ng", password: STRONG }]);
  fireEvent.click(screen.getByRole("link", { name: "Log in" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("adaeze@example.ng");
});

it("ends the browser's session of the same account, and keeps another person's", async () => {
  const answers = {
    "GET /auth/profile": { body: { user: testUser } },
    "POST /auth/reset-password": { body: { message: "set" } },
  };
  const calls = answerFetch(answers);
  useSession.getState().logIn(testUser, "t");
  renderAt(link, screens);
  set(STRONG);
  await screen.findByRole("link", { name: "Log in" });
  expect(useSession.getState()).toMatchObject({ token: null, endedBecause: null });
  expect(calls.map(({ call }) => call)).not.toContain("POST /auth/logout");
  cleanUp();

  answerFetch({ ...answers, "GET /auth/profile": { body: { user: { ...testUser, email: "bola@example.ng" } } } });
  useSession.getState().logIn({ ...testUser, email: "bola@example.ng" }, "t");
  renderAt(link, screens);
  set(STRONG);
  expect(await screen.findByText(/You are logged in here as adaeze/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Log in" })).toBeNull();
  expect(useSession.getState().token).toBe("t");
});

it("counts the missing characters, and does not send a short password", async () => {
  const calls = answerFetch({});
  renderAt(link, screens);
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "horse" } });
  expect(screen.getByText("3 more characters")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: STRONG } });
  expect(screen.getByText("Long enough")).toBeTruthy();
  set("horses7");
  expect((await screen.findByRole("alert")).textContent).toBe("Password must be at least 8 characters long");
  expect(screen.getByText("1 more character")).toBeTruthy();
  expect(resets(calls)).toEqual([]);
});

it("shows the server's verdict under the field, after which the link can be used again", async () => {
  const verdict = "This is one of the passwords that attackers try first. Please use a longer one.";
  const calls = answerFetch({
    "POST /auth/reset-password": (body) =>
      (body as { password: string }).password === "password1"
        ? { status: 400, body: { code: "INVALID", message: verdict, issues: [{ path: "password", message: verdict }] } }
        : { body: { message: "set" } },
  });
  renderAt(link, screens);
  set("password1");
  expect((await screen.findByRole("alert")).textContent).toBe(verdict);
  expect(screen.getByLabelText("New password").getAttribute("aria-describedby")).toContain("-error");
  set(STRONG);
  expect(await screen.findByRole("heading", { name: "Your new password is set" })).toBeTruthy();
  expect(resets(calls)).toHaveLength(2);
});

it("says that a used or expired link does not work, and offers a new one for the same address", async () => {
  answerFetch({ "POST /auth/reset-password": { status: 400, body: { code: "VERIFICATION_FAILED", message: "No" } } });
  renderAt(link, screens);
  set(STRONG);
  expect(await screen.findByRole("heading", { name: "This link does not work any more" })).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "Get a new link" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("adaeze@example.ng");
});

it.each(["/reset-password", "/reset-password?token=abc", "/reset-password?email=a%40b.ng"])(
  "says at %s that the link is not complete",
  (address) => {
    answerFetch({});
    renderAt(address, screens);
    expect(screen.getByRole("heading", { name: "This link is not complete" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Get a new link" })).toBeTruthy();
  },
);

it("keeps the typed password when no answer comes or the server is too busy", async () => {
  answerFetch({
    "POST /auth/reset-password": {
      status: 429,
      body: { code: "RATE_LIMITED", message: "Too many", retryAfterMs: 30_000 },
    },
  });
  renderAt(link, screens);
  set(STRONG);
  expect((await screen.findByRole("alert")).textContent).toBe("Too many tries. Please wait a minute and try again.");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  set(STRONG);
  expect(await screen.findByText("No answer came. Please check your connection and try again.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe(STRONG);
});
