import * as argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../test/support/with-database.ts";
import { aroundStatements } from "../../platform/database/database.ts";
import { createAccounts } from "./accounts.ts";
import { countAttempt } from "./log-in/attempt-counters.ts";
import { createPasswords } from "./passwords.ts";
import { ANSWERED_AFTER_MS } from "./recovery/same-time.ts";

const hash = vi.fn((text: string) => argon2.hash(text));
const verify = vi.fn((stored: string, text: string) => argon2.verify(stored, text));
const passwords = createPasswords({ hash, verify });

const email = "ada@people.test";
const password = "correct horse";
const WINDOW_MS = 60_000;
/** The number of failed log-ins allowed for one account, from all addresses together. */
const ANYWHERE = 50;

describe("logging in while others guess", () => {
  const held = withDatabase();
  /** `meanwhile` runs after the log-in first reads the limits and before it checks the password. */
  const accountsWith = (meanwhile: () => Promise<unknown>) => {
    const database = aroundStatements(held.database, async (run, text) => {
      if (text.includes('from "users" where lower("users"."email")')) await meanwhile();
      return await run();
    });
    const [mailWritten, changed] = [() => {}, () => {}];
    return createAccounts({
      database,
      passwords,
      hidesUnknownAccounts: false,
      hasRateLimits: true,
      jwtSecret: "a secret of the tests",
      previousJwtSecret: null,
      brandName: "Jara",
      requireSecondFactor: "none",
      mailWritten,
      changed,
    });
  };
  const logInWhile = (failures: number, address: string) =>
    accountsWith(async () => {
      const counter = { key: `account ${JSON.stringify([email, address])}`, limit: 10 };
      for (let n = 0; n < failures; n++) await countAttempt(held.database, [counter], WINDOW_MS);
    }).logIn({ email, password, address });

  beforeAll(async () => {
    const registered = await accountsWith(async () => {}).register({ username: "ada", email, password });
    expect(registered.ok).toBe(true);
  });

  it("lets the owner in while nine other log-ins fail, and then clears these failures", async () => {
    expect((await logInWhile(9, "203.0.113.1")).ok).toBe(true);
    expect((await logInWhile(9, "203.0.113.1")).ok).toBe(true);
  });

  it("refuses even a right password if ten other log-ins have failed before it was checked", async () => {
    const late = await logInWhile(10, "203.0.113.2");
    expect(late).toMatchObject({ ok: false, error: { code: "RATE_LIMITED" } });
  });

  it("lets the owner in after ten failures of somebody whose typed address spells the owner's and a network's", async () => {
    const accounts = accountsWith(async () => {});
    const address = "203.0.113.9";
    for (const typed of [
      `${email} address ${address}`,
      JSON.stringify([email, address]),
      `["${email}","${address}"]`,
    ]) {
      for (let n = 0; n < 10; n++) {
        const failed = await accounts.logIn({ email: typed, password: "wrong", address: `203.0.113.${100 + n}` });
        expect(failed.ok).toBe(false);
      }
    }
    expect((await accounts.logIn({ email, password, address })).ok).toBe(true);
  });

  it("checks one password, at one cost, for a known account, an unknown one, one without a password and a suspended one", async () => {
    const accounts = accountsWith(async () => {});
    for (const name of ["google", "banned"]) {
      await accounts.register({ username: name, email: `${name}@people.test`, password });
    }
    await held.database.query("update users set password_hash = null where username = 'google'");
    await held.database.query("update users set banned_at = now() where username = 'banned'");
    await held.database.query("delete from login_failures");
    const costs = new Set<string>();
    for (const name of ["ada", "nobody", "google", "banned"]) {
      verify.mockClear();
      await accounts.logIn({ email: `${name}@people.test`, password: "wrong", address: `203.0.113.${name.length}` });
      expect([name, verify.mock.calls.length]).toEqual([name, 1]);
      // In "$argon2id$v=19$m=19456,t=2,p=1$…" the cost parameters come before the salt.
      costs.add(String(verify.mock.calls[0]?.[0]).split("$").slice(0, 4).join("$"));
    }
    expect([...costs]).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1/)]);
  });

  describe("with a password that devices type in different code points", () => {
    const composed = "\u1eccl\u00e1-\u0144l\u00e1-2026-ok\u00f2";
    const decomposed = composed.normalize("NFD");
    const logIn = (name: string, typed: string) =>
      accountsWith(async () => {}).logIn({ email: `${name}@people.test`, password: typed, address: "203.0.113.50" });
    const register = (name: string, chosen: string) =>
      accountsWith(async () => {}).register({ username: name, email: `${name}@people.test`, password: chosen });
    const storedHash = async (name: string): Promise<string> => {
      const found = await held.database.query<{ hash: string }>(
        "select password_hash as hash from users where username = $1",
        [name],
      );
      return found[0]?.hash ?? "";
    };

    it.each([
      ["composed", composed],
      ["decomposed", decomposed],
    ])("lets the owner in with each form of one that was set %s", async (name, chosen) => {
      await register(name, chosen);
      const before = await storedHash(name);
      for (const typed of [composed, decomposed]) expect((await logIn(name, typed)).ok).toBe(true);
      expect(await storedHash(name)).toBe(before);
      expect((await logIn(name, composed.normalize("NFKD").replace(/\p{M}/gu, ""))).ok).toBe(false);
    });

    it.each([
      ["older", decomposed],
      ["oldest", composed],
    ])(
      "lets the owner of the %s hash in, which was made of the decomposed form, and renews it",
      async (name, typed) => {
        await register(name, "another password");
        await held.database.query("update users set password_hash = $2 where username = $1", [
          name,
          await hash(decomposed),
        ]);
        verify.mockClear();
        const entered = await logIn(name, typed);
        expect(verify.mock.calls.length).toBe(2);
        const renewed = await storedHash(name);
        expect(entered).toMatchObject({ ok: true, value: { passwordHash: renewed } });
        expect(await argon2.verify(renewed, composed)).toBe(true);
        for (const form of [composed, decomposed]) expect((await logIn(name, form)).ok).toBe(true);
      },
    );

    it("checks a wrong one twice at most, for a known and an unknown account", async () => {
      for (const name of ["composed", "nobody"]) {
        verify.mockClear();
        expect((await logIn(name, `${decomposed}!`)).ok).toBe(false);
        expect([name, verify.mock.calls.length]).toEqual([name, 2]);
      }
    });
  });

  it("checks hardly more passwords than may fail, if a hundred are sent at once", async () => {
    verify.mockClear();
    const accounts = accountsWith(async () => {});
    const guess = (n: number) =>
      accounts.logIn({ email: "many@people.test", password: `${n}`, address: `198.51.100.${n}` });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
    const codes = answers.map((answer) => (answer.ok ? "ok" : answer.error.code));
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(100 - ANYWHERE);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(ANYWHERE + 3);
  });
});

describe("a site that hides accounts", () => {
  const held = withDatabase();
  let statements: string[] = [];
  const accounts = () => {
    const database = aroundStatements(held.database, (run, text) => {
      statements.push(text);
      return run();
    });
    const [mailWritten, changed] = [() => {}, () => {}];
    return createAccounts({
      database,
      passwords,
      hidesUnknownAccounts: true,
      hasRateLimits: true,
      jwtSecret: "a secret of the tests",
      previousJwtSecret: null,
      brandName: "Jara",
      requireSecondFactor: "none",
      mailWritten,
      changed,
    });
  };
  const timers = vi.spyOn(globalThis, "setTimeout");
  afterAll(() => timers.mockRestore());
  /** The server's work for a call: its statements but for that of the mail, and what `costOf` says. */
  const workOf = async (call: () => Promise<unknown>): Promise<string> => {
    statements = [];
    const cost = await costOf(call);
    return JSON.stringify([statements.filter((text) => !text.startsWith('insert into "outbox"')), ...cost]);
  };
  /** How often a call waits for the fixed time of its answer, and the passwords that it hashes and checks. */
  const costOf = async (call: () => Promise<unknown>): Promise<readonly number[]> => {
    for (const spy of [timers, hash, verify]) spy.mockClear();
    await call();
    const waits = timers.mock.calls.filter(([, ms]) => ms === ANSWERED_AFTER_MS);
    return [waits.length, hash.mock.calls.length, verify.mock.calls.length];
  };
  beforeAll(async () => {
    for (const name of ["ada", "bola"]) {
      await accounts().register({ username: name, email: `${name}@people.test`, password });
    }
    await held.database.query("update users set email_verified_at = now() where username = 'ada'");
  });

  it("registers an address with a verified account, with another one, and with none in the same time", async () => {
    for (const [n, address] of ["ada", "bola", "nobody"].entries()) {
      const registration = { username: `other.${n}${n}`, email: `${address}@people.test`, password };
      expect(await costOf(() => accounts().register(registration))).toEqual([1, 1, 0]);
    }
  });

  it("asks for another link of an address with a verified account, with another one, and with none in the same time", async () => {
    for (const address of ["ada", "bola", "nobody4"]) {
      expect(await costOf(() => accounts().resendVerification(`${address}@people.test`))).toEqual([1, 0, 0]);
    }
  });

  it("does the same work for a new password's link, for an account, a suspended one and none", async () => {
    await accounts().register({ username: "banned", email: "banned@people.test", password });
    await held.database.query("update users set banned_at = now() where username = 'banned'");
    await held.database.query("delete from password_resets");
    const works = new Set<string>();
    for (const address of ["ada", "banned", "nobody3"]) {
      works.add(await workOf(() => accounts().recovery.forgotPassword(`${address}@people.test`)));
    }
    expect([...works]).toEqual([expect.stringMatching(/,1,0,0\]$/)]);
    const [row] = await held.database.query("select count(*)::int as links from password_resets");
    expect(row).toEqual({ links: 3 });
  });

  it("does the same work for a log-in code, sent or not", async () => {
    const works = new Set<string>();
    for (const [address, tried] of [
      ["ada", password],
      ["ada", "wrong"],
      ["bola", password],
      ["nobody2", password],
    ] as const) {
      works.add(await workOf(() => accounts().requestLoginCode({ email: `${address}@people.test`, password: tried })));
    }
    expect([...works]).toEqual([expect.stringMatching(/,1,0,1\]$/)]);
    const [row] = await held.database.query("select count(*)::int as sent from outbox where kind = 'login-code'");
    expect(row).toEqual({ sent: 1 });
  });
});
