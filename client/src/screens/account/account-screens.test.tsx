// @vitest-environment happy-dom
// Covers what login and registration have in common.
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as Login } from "./login.tsx";
import { Component as Register } from "./register.tsx";

const screens = { "/login": Login, "/register": Register };
afterEach(cleanUp);

// S047
it("links the login to the registration and the registration to the login", () => {
  answerFetch({});
  const router = renderAt("/login", screens);
  fireEvent.click(screen.getByRole("link", { name: "Register" }));
  expect(router.state.location.pathname).toBe("/register");
  fireEvent.click(screen.getByRole("link", { name: "Login" }));
  expect(router.state.location.pathname).toBe("/login");
});

// S373
it.each(["/login", "/register"])("sends a signed-in user home from %s", async (address) => {
  answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
  useSession.getState().logIn(testUser, "t");
  const router = renderAt(address, screens);
  expect(await screen.findByText("elsewhere")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/");
});
