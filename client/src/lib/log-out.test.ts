// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { logOut } from "./log-out.ts";

const TOKEN = "token-of-the-session";

interface Call {
  address: string;
  init: RequestInit;
}

const answerWith = (...answers: (number | "none")[]): Call[] => {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    calls.push({ address, init });
    const answer = answers[calls.length - 1] ?? 204;
    return answer === "none" ? Promise.reject(new TypeError("offline")) : Promise.resolve({ status: answer });
  });
  return calls;
};

beforeEach(() => {
  vi.useFakeTimers();
  useSession.getState().logIn(testUser, TOKEN);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

it("clears the browser's session at once and ends it on the server, also while the page is being closed", async () => {
  const calls = answerWith(204);
  logOut();
  expect(useSession.getState()).toMatchObject({ status: "anonymous", token: null, endedBecause: null });
  expect([localStorage.getItem("token"), localStorage.getItem("user")]).toEqual([null, null]);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(calls).toEqual([
    {
      address: "/api/auth/logout",
      init: { method: "POST", headers: { authorization: `Bearer ${TOKEN}` }, keepalive: true },
    },
  ]);
});

it("sends nothing without a session", () => {
  useSession.getState().logOut();
  const calls = answerWith();
  logOut();
  expect(calls).toEqual([]);
});

it("tries again as soon as the browser is online, with a token that is nowhere in the storage", async () => {
  const calls = answerWith("none", 204);
  logOut();
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toHaveLength(1);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TOKEN);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(calls).toHaveLength(2);
});

it.each([429, 500, 503])("tries again after some seconds when the server answers %i", async (status) => {
  const calls = answerWith(status, status, 204);
  logOut();
  await vi.advanceTimersByTimeAsync(900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toHaveLength(3);
});

it.each([401, 404])(
  "does not try again when the server answers %i, because the token is invalid then",
  async (status) => {
    const calls = answerWith(status);
    logOut();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(calls).toHaveLength(1);
  },
);
