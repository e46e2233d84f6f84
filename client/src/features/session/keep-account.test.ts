// @vitest-environment happy-dom
// Tests when the page reads the account again: not at the same moment as all other pages, and soon enough that the
// person can bid with money that came meanwhile.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, testUser } from "../../app/render-for-test.tsx";
import { become, connection } from "../../connection/connection-for-test.ts";
import { refreshUser } from "../../lib/own-account.ts";
import { useSession } from "../../store/session.ts";
import { keepAccount } from "./keep-account.ts";

vi.mock("../../connection/connection.ts", async () => {
  const { mockedConnection } = await import("../../connection/connection-for-test.ts");
  return mockedConnection;
});
const show = (state: "hidden" | "visible"): void => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const balance = () => useSession.getState().user?.balance;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const booked = { body: { user: { ...testUser, balance: 50_000, available: 30_000 } } };
const failed = { status: 503, body: { code: "UNAVAILABLE", message: "Busy." } };

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  connection.state = "live";
  useSession.getState().logIn({ ...testUser, isEmailVerified: false }, "t");
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  cleanUp();
});

it("reads the account at a random moment after a lost connection, with what is bound of the balance", async () => {
  const calls = answerFetch({ "GET /auth/profile": booked });
  stop = keepAccount();
  become("reconnecting");
  await pass(60_000);
  become("live");
  await pass(4_900);
  expect(calls).toEqual([]);
  await pass(200);
  expect(calls).toHaveLength(1);
  expect(useSession.getState()).toMatchObject({ user: { balance: 50_000, isEmailVerified: true }, bound: 20_000 });
  await pass(600_000);
  expect(calls).toHaveLength(1);
});

it("reads the account if the connection was lost before this code had loaded", async () => {
  const calls = answerFetch({ "GET /auth/profile": booked });
  connection.state = "reconnecting";
  stop = keepAccount();
  become("live");
  await pass(10_000);
  expect(calls).toHaveLength(1);
});

it("reads nothing at the first connection, and nothing for a visitor", async () => {
  const calls = answerFetch({ "GET /auth/profile": booked });
  connection.state = "connecting";
  stop = keepAccount();
  become("live");
  await pass(60_000);
  useSession.getState().logOut();
  become("reconnecting");
  become("live");
  await pass(60_000);
  expect(calls).toEqual([]);
});

it("reads the account at the first connection if the page was opened without a network", async () => {
  answerFetch({ "GET /auth/profile": failed });
  connection.state = "connecting";
  await refreshUser();
  stop = keepAccount();
  const calls = answerFetch({ "GET /auth/profile": booked });
  become("live");
  await pass(10_000);
  expect(calls).toHaveLength(1);
  expect(balance()).toBe(50_000);
});

it("reads the account at once when the person comes back after more than a minute, but not earlier", async () => {
  const calls = answerFetch({ "GET /auth/profile": booked });
  stop = keepAccount();
  show("hidden");
  await pass(50_000);
  show("visible");
  await pass(20_000);
  expect(calls).toEqual([]);
  show("hidden");
  await pass(61_000);
  show("visible");
  await pass(0);
  expect(balance()).toBe(50_000);
});

it("tries again, less and less often, while an overloaded server does not answer", async () => {
  const calls = answerFetch({ "GET /auth/profile": failed });
  stop = keepAccount();
  become("reconnecting");
  become("live");
  await pass(5_000);
  expect(calls).toHaveLength(1);
  await pass(9_900);
  expect(calls).toHaveLength(1);
  await pass(200);
  expect(calls).toHaveLength(2);
  const later = answerFetch({ "GET /auth/profile": booked });
  await pass(600_000);
  expect(later).toHaveLength(1);
  expect(balance()).toBe(50_000);
});

it("reads the account once the first connection is there, if that took so long that events were missed", async () => {
  const calls = answerFetch({ "GET /auth/profile": booked });
  connection.state = "connecting";
  stop = keepAccount();
  await pass(5_001);
  become("live");
  await pass(10_000);
  expect(calls).toHaveLength(1);
  expect(balance()).toBe(50_000);
});
