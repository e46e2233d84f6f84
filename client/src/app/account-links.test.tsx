// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Navigate } from "#router";
import { useAuth } from "../features/session/auth-context.tsx";
import { useSession } from "../store/session.ts";
import { AccountLinks } from "./account-links.tsx";
import { Footer } from "./footer.tsx";
import { answerFetch, cleanUp, renderAt, testUser } from "./render-for-test.tsx";

/** Like the screens that need a session. */
const Guarded = () => (
  <>
    <AccountLinks />
    {useAuth().isAuthenticated ? <p>mine</p> : <Navigate to="/login" replace />}
  </>
);

describe("the account part of the header", () => {
  afterEach(cleanUp);

  it("ends the session and goes home when Logout is pressed, also on a screen that needs a login", async () => {
    useSession.getState().logIn(testUser, "t");
    answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
    const router = renderAt("/profile", {
      "/profile": Guarded,
      "/login": () => <p>the login</p>,
      "/": () => <p>home</p>,
    });
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("home")).toBeTruthy();
    await waitFor(() => expect(router.state.navigation.state).toBe("idle"));
    expect(router.state.location.pathname).toBe("/");
    expect(useSession.getState()).toMatchObject({ user: null, token: null });
    expect([localStorage.getItem("token"), localStorage.getItem("user")]).toEqual([null, null]);
  });

  it.each([
    ["header", AccountLinks],
    ["footer", Footer],
  ])("passes the visitor's whole address to Login and Register, in the %s", (_, Links) => {
    answerFetch({});
    const router = renderAt("/auction/7?tab=bids#similar", { "/auction/:id": Links, "/login": () => <p>the login</p> });
    fireEvent.click(screen.getByRole("link", { name: "Login" }));
    expect(router.state.location).toMatchObject({ pathname: "/login", state: { from: "/auction/7?tab=bids#similar" } });
  });
});
