// @vitest-environment happy-dom
// Tests that a read of the account overwrites nothing that is newer than its answer.
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerFetch, cleanUp, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { hearOfUser, refreshUser } from "./own-account.ts";

const account = (balance: number, available = balance) => ({
  body: { user: { ...testUser, balance, available, isEmailVerified: true } },
});
/** Starts a read that is answered when the returned function is called. */
const reading = (answer: ReturnType<typeof account>) => {
  let release = () => {};
  answerFetch({ "GET /auth/profile": { ...answer, after: new Promise<void>((resolve) => (release = resolve)) } });
  const read = refreshUser();
  return async () => {
    release();
    await read;
  };
};

beforeEach(() => useSession.getState().logIn({ ...testUser, balance: 900, isEmailVerified: false }, "t"));
afterEach(cleanUp);

it("keeps an event that comes during the read, and takes the rest of the answer", async () => {
  const answer = reading(account(50_000, 30_000));
  hearOfUser({ balance: 70_000, available: 60_000 });
  await answer();
  expect(useSession.getState()).toMatchObject({ user: { balance: 70_000, isEmailVerified: true }, bound: 10_000 });
});

it("keeps an event with the amount that the page showed before the read", async () => {
  const answer = reading(account(50_000));
  hearOfUser({ balance: 900, available: 900 });
  await answer();
  expect(useSession.getState().user?.balance).toBe(900);
});

it("ignores the answer of an earlier read that comes after the answer of a later one", async () => {
  const first = reading(account(90_000));
  const second = reading(account(10_000));
  await second();
  await first();
  expect(useSession.getState().user?.balance).toBe(10_000);
});

it("takes the answer of a later read, though an earlier one was answered meanwhile", async () => {
  const first = reading(account(90_000));
  const second = reading(account(10_000));
  await first();
  await second();
  expect(useSession.getState().user?.balance).toBe(10_000);
});
