// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { useAuth } from "./auth-context.tsx";

const Who = () => <p>{useAuth().user?.username ?? "visitor"}</p>;

describe("useAuth", () => {
  afterEach(cleanUp);

  // S438
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

  // Reservations, docs/rules/bidding.md
  it("knows after a load and after a log-in how much of the balance is bound", async () => {
    useSession.getState().logIn({ ...testUser, balance: 900 }, "t");
    answerFetch({ "GET /auth/profile": { body: { user: { ...testUser, balance: 900, available: 300 } } } });
    renderAt("/", { "/": Who });
    await vi.waitFor(() => expect(useSession.getState().bound).toBe(600), 15_000);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).not.toHaveProperty("available");
    act(() => useSession.getState().logIn({ ...testUser, balance: 900 }, "t2"));
    expect(useSession.getState().bound).toBe(0);
    await vi.waitFor(() => expect(useSession.getState().bound).toBe(600), 15_000);
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
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0), 15_000);
    expect(screen.getByText("adaeze")).toBeTruthy();
    expect(useSession.getState().token).toBe("t");
  });
});
