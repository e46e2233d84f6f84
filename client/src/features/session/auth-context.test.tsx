// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { useAuth } from "./auth-context.tsx";

const Who = () => <p>{useAuth().user?.username ?? "visitor"}</p>;

describe("useAuth", () => {
  afterEach(cleanUp);

  it("throws outside a provider", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => render(<Who />)).toThrow("useAuth must be used within an AuthProvider");
  });

  it("updates a restored user from the server", async () => {
    useSession.getState().logIn(testUser, "t");
    answerFetch({ "GET /auth/profile": { body: { user: { ...testUser, username: "renamed" } } } });
    renderAt("/", { "/": Who });
    expect(await screen.findByText("renamed")).toBeTruthy();
  });

  it("ends a restored session that the server refuses", async () => {
    useSession.getState().logIn(testUser, "old");
    answerFetch({ "GET /auth/profile": { status: 401, body: { code: "UNAUTHENTICATED", message: "No" } } });
    renderAt("/", { "/": Who });
    expect(await screen.findByText("visitor")).toBeTruthy();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("keeps a restored session when the server fails", async () => {
    useSession.getState().logIn(testUser, "t");
    const calls = answerFetch({ "GET /auth/profile": { status: 503, body: { code: "UNAVAILABLE", message: "No" } } });
    renderAt("/", { "/": Who });
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(screen.getByText("adaeze")).toBeTruthy();
    expect(useSession.getState().token).toBe("t");
  });
});
