// @vitest-environment happy-dom
import type { User } from "@jara/shared/users";
import { beforeEach, expect, it, vi } from "vitest";

const amaka = { _id: "u", id: "u", username: "amaka", role: "user", balance: 5 } as User;
const fresh = async () => {
  vi.resetModules();
  return (await import("./session.ts")).useSession;
};

beforeEach(() => localStorage.clear());

// S244
it("restores a session only when both token and user are stored", async () => {
  localStorage.setItem("token", "t");
  expect((await fresh()).getState().status).toBe("anonymous");
  localStorage.setItem("user", JSON.stringify(amaka));
  expect((await fresh()).getState()).toMatchObject({ status: "authenticated", token: "t", user: amaka });
});

it("restores a user whose key is stored as id", async () => {
  const { _id: _, ...stored } = amaka;
  localStorage.setItem("token", "t");
  localStorage.setItem("user", JSON.stringify(stored));
  expect((await fresh()).getState()).toMatchObject({ status: "authenticated", user: { _id: "u" } });
});

it("starts as a visitor when the storage cannot be read", async () => {
  localStorage.setItem("token", "t");
  localStorage.setItem("user", "{not json");
  expect((await fresh()).getState().status).toBe("anonymous");
  localStorage.setItem("user", '"text"');
  expect((await fresh()).getState().status).toBe("anonymous");
});

// S222
it("stores a login, keeps changes of the user, and clears both keys at logout", async () => {
  const session = await fresh();
  session.getState().logIn(amaka, "t");
  session.getState().updateUser({ balance: 9 });
  expect(localStorage.getItem("token")).toBe("t");
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ username: "amaka", balance: 9 });
  session.getState().logOut();
  expect(session.getState()).toMatchObject({ status: "anonymous", user: null, token: null });
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
});

it("knows that a restored balance is that of an earlier visit, until the server says the balance of this one", async () => {
  localStorage.setItem("token", "t");
  localStorage.setItem("user", JSON.stringify(amaka));
  const session = await fresh();
  const isOld = () => session.getState().isBalanceOld;
  expect(isOld()).toBe(true);
  session.getState().updateUser({ role: "user" });
  expect(isOld()).toBe(true);
  session.getState().updateUser({ balance: 5 });
  expect(isOld()).toBe(false);
  localStorage.clear();
  expect((await fresh()).getState().isBalanceOld).toBe(false);
});

it("says in other tabs and after a reload why the server ended the session, until the next login or logout", async () => {
  const session = await fresh();
  session.getState().logIn(amaka, "t");
  session.getState().logOut("withdrawn");
  const other = await fresh();
  expect(other.getState()).toMatchObject({ status: "anonymous", endedBecause: "withdrawn" });

  other.getState().logIn(amaka, "t2");
  expect(other.getState().endedBecause).toBeNull();
  expect((await fresh()).getState()).toMatchObject({ status: "authenticated", endedBecause: null });
  localStorage.setItem("sessionEnd", "expired");
  localStorage.removeItem("token");
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
  expect(other.getState()).toMatchObject({ token: null, endedBecause: "expired" });

  other.getState().logOut();
  expect((await fresh()).getState().endedBecause).toBeNull();
  localStorage.setItem("sessionEnd", "made up");
  expect((await fresh()).getState().endedBecause).toBeNull();
});

it("does not keep another person's bound amount after a log-in in another tab", async () => {
  const session = await fresh();
  session.getState().logIn(amaka, "t");
  session.getState().updateUser({ balance: 9, available: 2 });
  expect(session.getState().bound).toBe(7);
  localStorage.setItem("user", JSON.stringify({ ...amaka, _id: "v" }));
  localStorage.setItem("token", "t2");
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: "t2" }));
  expect(session.getState()).toMatchObject({ token: "t2", bound: 0 });
});

it("follows a logout in another tab", async () => {
  const session = await fresh();
  session.getState().logIn(amaka, "t");
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }));
  expect(session.getState().status).toBe("anonymous");
});
