// The poll for changed accounts finds accounts that were just made, and accounts on which an administrator acted.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { accountsChangedWithin } from "./queries.ts";

const kinds = postgresUrl ? (["pglite", "postgres"] as const) : (["pglite"] as const);

describe.each(kinds)("accounts that changed lately, on %s", (kind) => {
  const test = withDatabase(kind);

  it("are those made within the time and those that an administrator changed", async () => {
    const { db } = test.database;
    const people = await seedUsers(test.database, { fresh: {}, changed: {}, older: {} });
    const before = sql`clock_timestamp() - interval '1 minute'`;
    for (const { id } of [people.changed, people.older]) {
      await db.update(users).set({ createdAt: before }).where(eq(users.id, id));
    }
    const action = { id: randomUUID(), action: "test", details: {}, at: sql`clock_timestamp()` };
    await db.insert(adminActions).values({ ...action, userId: people.changed.id });
    const found = await accountsChangedWithin(test.database, 15);
    expect(new Set(found)).toEqual(new Set([people.fresh.id, people.changed.id]));
  });
});
