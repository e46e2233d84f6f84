// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { useAuth } from "./auth-context.tsx";

const Who = () => {
  const { isLoading, isAuthenticated, user } = useAuth();
  return <p>{[isLoading && "loading", isAuthenticated && "signed in", user?.username].filter(Boolean).join(", ")}</p>;
};
const shown = () => document.querySelector("p")?.textContent;
afterEach(cleanUp);

// S245
it("is loading, neither signed in nor signed out, until it is known whether there is a session", () => {
  answerFetch({});
  useSession.setState({ status: "loading", user: null, token: null });
  renderAt("/", { "/": Who });
  expect(shown()).toBe("loading");
  act(() => useSession.setState({ status: "anonymous" }));
  expect(shown()).toBe("");
});

// S246
it("is authenticated when there is a user", () => {
  answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
  useSession.getState().logIn(testUser, "t");
  renderAt("/", { "/": Who });
  expect(screen.getByText("signed in, adaeze")).toBeTruthy();
});
