// The poll for changed accounts finds accounts that were just made, accounts on which an administrator acted, and accounts
// with a session that was ended.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { sessions } from "../../platform/database/schema/sessions.ts";
import { accountsChangedWithin } from "./queries.ts";
import { startSessions } from "./sessions/queries.ts";

describe("accounts that changed lately", () => {
  const test = withDatabase();

  it("are those made within the time, those that an administrator changed, and those with an ended session", async () => {
    const { db } = test.database;
    const people = await seedUsers(test.database, { fresh: {}, changed: {}, older: {}, loggedOut: {} });
    const before = sql`clock_timestamp() - interval '1 minute'`;
    for (const { id } of [people.changed, people.older, people.loggedOut]) {
      await db.update(users).set({ createdAt: before }).where(eq(users.id, id));
    }
    const action = { id: randomUUID(), action: "test", details: {}, at: sql`clock_timestamp()` };
    await db.insert(adminActions).values({ ...action, userId: people.changed.id });
    for (const { id } of [people.older, people.loggedOut]) {
      await startSessions(test.database, [{ id, tokenVersion: 1 }], "Test");
    }
    await db.update(sessions).set({ revokedAt: before }).where(eq(sessions.userId, people.older.id));
    await db
      .update(sessions)
      .set({ revokedAt: sql`clock_timestamp()` })
      .where(eq(sessions.userId, people.loggedOut.id));
    const found = await accountsChangedWithin(test.database, 15);
    expect(new Set(found)).toEqual(new Set([people.fresh.id, people.changed.id, people.loggedOut.id]));
  });
});
