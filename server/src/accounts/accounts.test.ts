import { beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../test/support/with-database.ts";
import { countAttempt } from "../store/attempts.ts";
import type { Database } from "../store/database.ts";
import { createAccounts } from "./accounts.ts";

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
});
