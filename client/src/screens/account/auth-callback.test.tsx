// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { pathAfterGoogle } from "../../features/session/kept-path.ts";
import { useSession } from "../../store/session.ts";
import { Component as AuthCallback } from "./auth-callback.tsx";
import { Component as Login } from "./login.tsx";

const screens = { "/auth/callback": AuthCallback, "/login": Login };
const userText = encodeURIComponent(JSON.stringify(testUser));

describe("the identity provider's callback", () => {
  afterEach(cleanUp);

  // S055
  it.each([
    ["error=oauth_failed", "Google authentication failed. Please try again."],
    ["error=oauth_callback_failed", "Authentication callback failed. Please try again."],
    ["error=access_denied", "Authentication error. Please try again."],
    ["error=toString", "Authentication error. Please try again."],
    ["error=", "Authentication error. Please try again."],
    [`error=oauth_failed&token=t&user=${userText}`, "Google authentication failed. Please try again."],
    ["token=t&user=%7Bnot-json", "Authentication data error. Please try again."],
    ["token=t&user=%22text%22", "Authentication data error. Please try again."],
    ["token=t&user=%7B%22id%22%3A%22u1%22%7D", "Authentication data error. Please try again."],
    ["token=t", "Authentication incomplete. Please try again."],
    [`user=${userText}`, "Authentication incomplete. Please try again."],
    ["", "Authentication incomplete. Please try again."],
  ])("sends the user to the login on %s, and shows the reason there", async (query, message) => {
    answerFetch({});
    const router = renderAt(`/auth/callback?${query}`, screens);
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(router.state.location).toMatchObject({ pathname: "/login", search: "" });
    expect(router.state.historyAction).toBe("REPLACE");
    expect(useSession.getState().user).toBeNull();
  });

  // S056
  it("logs in, replaces the address with home, and fetches the user", async () => {
    answerFetch({ "GET /auth/profile": { body: { user: { ...testUser, balance: 7 } } } });
    const router = renderAt(`/auth/callback?token=from-google&user=${userText}`, screens);
    await screen.findByText("elsewhere");
    expect(router.state.location).toMatchObject({ pathname: "/", search: "", hash: "" });
    expect(router.state.historyAction).toBe("REPLACE");
    expect(useSession.getState()).toMatchObject({ status: "authenticated", token: "from-google" });
    await expect.poll(() => useSession.getState().user?.balance).toBe(7);
  });

  it("goes on to the page from which the person went to Google in this tab, once", async () => {
    answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
    pathAfterGoogle.remember("/auction/a1?bid=auto");
    const router = renderAt(`/auth/callback?token=from-google&user=${userText}`, screens);
    await screen.findByText("elsewhere");
    expect(router.state.location).toMatchObject({ pathname: "/auction/a1", search: "?bid=auto" });
    expect(pathAfterGoogle.get()).toBe("/");
  });

  it.each(["challenge=the-challenge&methods=code", "error=oauth_failed"])(
    "keeps that page for the log-in on %s",
    async (query) => {
      answerFetch({});
      pathAfterGoogle.remember("/auction/a1");
      const router = renderAt(`/auth/callback?${query}`, screens);
      await expect.poll(() => router.state.location.pathname).toBe("/login");
      expect(router.state.location.state).toMatchObject({ from: "/auction/a1" });
    },
  );

  it("takes an account with two-step verification to the second step, and keeps the challenge out of the address", async () => {
    answerFetch({
      "POST /auth/login/second-factor": {
        body: { user: testUser, token: "after both", requiresEmailVerification: false },
      },
    });
    const router = renderAt("/auth/callback?challenge=the-challenge&methods=code", screens);
    fireEvent.change(await screen.findByLabelText("Code from your authenticator app"), { target: { value: "123456" } });
    expect(router.state.location).toMatchObject({ pathname: "/login", search: "" });
    fireEvent.click(screen.getByRole("button", { name: "Log in" }));
    await screen.findByText("elsewhere");
    expect(useSession.getState()).toMatchObject({ status: "authenticated", token: "after both" });
  });

  it("accepts a user with an id alone", async () => {
    answerFetch({ "GET /auth/profile": { status: 503, body: {} } });
    const user = encodeURIComponent(JSON.stringify({ id: "u9", username: "bisi" }));
    renderAt(`/auth/callback?token=t&user=${user}`, screens);
    await screen.findByText("elsewhere");
    expect(useSession.getState().user).toMatchObject({ _id: "u9", id: "u9", username: "bisi", role: "user" });
  });

  it("ends a session whose token the server refuses", async () => {
    answerFetch({ "GET /auth/profile": { status: 401, body: { code: "UNAUTHENTICATED", message: "No" } } });
    renderAt(`/auth/callback?token=made-up&user=${userText}`, screens);
    await expect.poll(() => useSession.getState().status).toBe("anonymous");
    expect(localStorage.getItem("token")).toBeNull();
  });
});
