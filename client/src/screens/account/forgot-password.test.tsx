// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as ForgotPassword } from "./forgot-password.tsx";
import { Component as Login } from "./login.tsx";

const screens = { "/login": Login, "/forgot-password": ForgotPassword };
const sent = { body: { message: "sent" } };
const requests = (calls: { call: string; body: unknown }[]) =>
  calls.filter(({ call }) => call === "POST /auth/forgot-password").map(({ body }) => body);
const ask = (email: string) => {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Send me a link" }));
};

afterEach(cleanUp);

it("takes the typed address from the login and back, and keeps where the login leads", async () => {
  const calls = answerFetch({ "POST /auth/forgot-password": sent });
  const router = renderAt("/login?next=%2Fmy-bids", screens);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "Ada@example.ng" } });
  fireEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("Ada@example.ng");
  expect(router.state.location.search).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "Send me a link" }));
  expect(await screen.findByRole("heading", { name: "Check your inbox" })).toBeTruthy();
  expect(requests(calls)).toEqual([{ email: "ada@example.ng" }]);

  fireEvent.click(screen.getByRole("link", { name: "Back to login" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("Ada@example.ng");
  expect(router.state.location.state).toMatchObject({ from: "/my-bids" });
});

it("sends the link again, and lets the person correct the address", async () => {
  const calls = answerFetch({ "POST /auth/forgot-password": sent });
  renderAt("/forgot-password", screens);
  ask("ada@exampel.ng");
  fireEvent.click(await screen.findByRole("button", { name: "Send again" }));
  expect(await screen.findByText("We have sent the link again.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use another address" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe("ada@exampel.ng");
  ask("ada@example.ng");
  expect(await screen.findByText("ada@example.ng")).toBeTruthy();
  expect(requests(calls)).toEqual(["ada@exampel.ng", "ada@exampel.ng", "ada@example.ng"].map((email) => ({ email })));
});

it.each(["", "nobody"])("does not send %j, and says what is wrong", async (typed) => {
  const calls = answerFetch({});
  renderAt("/forgot-password", screens);
  ask(typed);
  expect((await screen.findByRole("alert")).textContent).toMatch(/Email is required|valid email address/);
  expect(requests(calls)).toEqual([]);
});

it.each([
  [{ code: "RATE_LIMITED", message: "Too many", retryAfterMs: 125_000 }, 429, /wait 3 minutes and try again/],
  [{ code: "INTERNAL", message: "" }, 500, /^The link could not be sent\.$/],
])("shows the failure %o and keeps the typed address", async (body, status, words) => {
  answerFetch({ "POST /auth/forgot-password": { status, body } });
  renderAt("/forgot-password", screens);
  ask("ada@example.ng");
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ada@example.ng");
});

it("asks to check the connection when no answer comes", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  renderAt("/forgot-password", screens);
  ask("ada@example.ng");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "No answer came. Please check your connection and try again.",
  );
});

it.each([
  ["expired", /because your session had expired/, false],
  ["withdrawn", /ended from another device, by a new password or by our team/, true],
  ["refused", /because your session has ended/, true],
] as const)(
  "the login says why a session that was %s has ended, until the next log-in",
  async (why, words, isWarned) => {
    answerFetch({ "POST /auth/login": { status: 401, body: { code: "UNAUTHENTICATED", message: "No" } } });
    useSession.getState().logOut(why);
    renderAt("/login", screens);
    expect(screen.getByText(words)).toBeTruthy();
    expect(Boolean(screen.queryByRole("link", { name: "set a new password" }))).toBe(isWarned);
    fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ada@example.ng" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret1" } });
    fireEvent.click(screen.getByRole("button", { name: "Login" }));
    await screen.findByRole("alert");
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  },
);
