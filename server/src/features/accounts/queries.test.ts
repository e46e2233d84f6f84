// The poll for changed accounts finds accounts that were just made, accounts on which an administrator acted, and accounts
// with a session that was ended, or with a balance that moved.
import { randomUUID } from "node:crypto";
import { asMinor } from "@jara/shared/money";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { sessions } from "../../platform/database/schema/sessions.ts";
import { accountsChangedWithin } from "./queries.ts";
import { startSessions } from "./sessions/queries.ts";

describe("accounts that changed lately", () => {
  const test = withDatabase();

  it("are those made within the time, those that an administrator changed, and those with an ended session or another balance", async () => {
    const { db } = test.database;
    const people = await seedUsers(test.database, { fresh: {}, changed: {}, older: {}, loggedOut: {}, paid: {} });
    const before = sql`clock_timestamp() - interval '1 minute'`;
    for (const { id } of [people.changed, people.older, people.loggedOut, people.paid]) {
      await db.update(users).set({ createdAt: before }).where(eq(users.id, id));
      await db.update(ledgerEntries).set({ createdAt: before }).where(eq(ledgerEntries.userId, id));
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
    // A payment from the balance is no action of staff.
    await postToLedger(db, { userId: people.paid.id, amountMinor: asMinor(-100), leastMinor: null, cause: "payment" });
    const found = await accountsChangedWithin(test.database, 15);
    expect(new Set(found)).toEqual(new Set([people.fresh.id, people.changed.id, people.loggedOut.id, people.paid.id]));
  });
});
