// Tests typed statements on both databases: what goes in comes out, and errors are the driver's own.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { adminActions, users } from "./schema/accounts.ts";
import { jobLeases } from "./schema/jobs.ts";
import { ledgerEntries } from "./schema/money.ts";
import { isAnyOf, prepared } from "./statements.ts";

const kinds = postgresUrl ? (["pglite", "postgres"] as const) : (["pglite"] as const);

describe.each(kinds)("typed statements on %s", (kind) => {
  const test = withDatabase(kind);
  const at = Date.UTC(2026, 10, 22, 12, 0, 0, 123);

  it("returns times, amounts, booleans, JSON and nulls as they were written", async () => {
    const { db } = test.database;
    const user = (await seedUsers(test.database, { typed: {} })).typed.id;
    const entry = { id: randomUUID(), userId: user, cause: "test", createdAt: at, auctionId: null, reference: null };
    const none = { actorId: null, settlementId: null, note: null };
    const amounts = { amountMinor: 9_007_199_254_740_991 as Minor, balanceAfterMinor: 0 as Minor, ...none };
    await db.insert(ledgerEntries).values({ ...entry, ...amounts });
    expect(await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, entry.id))).toEqual([
      { ...entry, ...amounts },
    ]);
    const details = { text: '"true" \\ ₦', list: [1, null], is: false };
    await db.insert(adminActions).values({ id: randomUUID(), action: "test", userId: user, details, at });
    const [action] = await db.select().from(adminActions).where(eq(adminActions.userId, user));
    expect(action).toMatchObject({ details, at, actorId: null });
    for (const wants of [true, false]) {
      const [changed] = await db
        .update(users)
        .set({ wantsOutbidMail: wants })
        .where(eq(users.id, user))
        .returning({ wants: users.wantsOutbidMail });
      expect(changed).toEqual({ wants });
    }
  });

  it("runs a prepared statement with new values each time", async () => {
    const people = Object.values(await seedUsers(test.database, { one: {}, two: {} }));
    const byId = prepared((db) =>
      db
        .select({ name: users.username })
        .from(users)
        .where(eq(users.id, sql.placeholder("id")))
        .prepare("name of a user"),
    );
    for (const { id, username } of people) {
      expect(await byId(test.database).execute({ id })).toEqual([{ name: username }]);
    }
    const ids = people.map(({ id }) => id);
    expect(await test.database.db.select({ id: users.id }).from(users).where(isAnyOf(users.id, ids))).toHaveLength(2);
  });

  it("rejects with the driver's error, which does not repeat the parameters", async () => {
    const lease = { job: "secret-job", holder: randomUUID(), until: at };
    const insert = () => test.database.db.insert(jobLeases).values(lease);
    await insert();
    const error = await insert().then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: "23505" });
    expect(error?.message).not.toContain("secret-job");
  });
});
