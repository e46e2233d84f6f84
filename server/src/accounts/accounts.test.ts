import * as argon2 from "@node-rs/argon2";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../test/support/with-database.ts";
import { countAttempt } from "../store/attempts.ts";
import type { Database } from "../store/database.ts";
import { createAccounts } from "./accounts.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});
const verify = vi.mocked(argon2.verify);

const email = "ada@people.test";
const password = "correct horse";
const limits = { limit: 10, windowMs: 60_000 };

describe("logging in while others guess", () => {
  const held = withDatabase("pglite");
  /** `meanwhile` runs after the log-in's first look at the limits, before its password is checked. */
  const accountsWith = (meanwhile: () => Promise<unknown>) => {
    const database: Database = {
      ...held.database,
      query: async (text, params) => {
        if (/from users u where lower\(u\.email\)/.test(text)) await meanwhile();
        return held.database.query(text, params);
      },
    };
    const [mailWritten, changed] = [() => {}, () => {}];
    return createAccounts({ database, hidesUnknownAccounts: false, hasRateLimits: true, mailWritten, changed });
  };
  const logInWhile = (failures: number, address: string) =>
    accountsWith(async () => {
      for (let n = 0; n < failures; n++) await countAttempt(held.database, [`account ${email}`], limits);
    }).logIn({ email, password, address });

  beforeAll(async () => {
    const registered = await accountsWith(async () => {}).register({ username: "ada", email, password });
    expect(registered.ok).toBe(true);
  });

  it("lets the owner in beside nine failures, and forgets them", async () => {
    expect((await logInWhile(9, "203.0.113.1")).ok).toBe(true);
    expect((await logInWhile(9, "203.0.113.1")).ok).toBe(true);
  });

  it("lets the right guess of a burst in no more, once ten others have failed before it was checked", async () => {
    const late = await logInWhile(10, "203.0.113.2");
    expect(late).toMatchObject({ ok: false, error: { code: "RATE_LIMITED" } });
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
      // "$argon2id$v=19$m=19456,t=2,p=1$…": what it costs stands before the salt.
      costs.add(String(verify.mock.calls[0]?.[0]).split("$").slice(0, 4).join("$"));
    }
    expect([...costs]).toEqual([expect.stringMatching(/^\$argon2id\$/)]);
  });

  it("checks hardly more passwords of a hundred sent at once than may fail", async () => {
    verify.mockClear();
    const accounts = accountsWith(async () => {});
    const guess = (n: number) =>
      accounts.logIn({ email: "many@people.test", password: `${n}`, address: `198.51.100.${n}` });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
    const codes = answers.map((answer) => (answer.ok ? "ok" : answer.error.code));
    expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(90);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(limits.limit + 3);
  });
});
