// Tests typed statements: what goes in comes out, and errors are the driver's own.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { arrayLiteral } from "./arrays.ts";
import { adminActions, users } from "./schema/accounts.ts";
import { jobLeases } from "./schema/jobs.ts";
import { ledgerEntries } from "./schema/money.ts";
import { isAnyOf, isAnyOfPlaceholder, prepared, preparedFor } from "./statements.ts";

describe("typed statements", () => {
  const test = withDatabase();
  const at = Date.UTC(2026, 10, 22, 12, 0, 0, 123);

  it("returns times, amounts, booleans, JSON and nulls as they were written", async () => {
    const { db } = test.database;
    const user = (await seedUsers(test.database, { typed: {} })).typed.id;
    const entry = { id: randomUUID(), userId: user, cause: "test", createdAt: at, auctionId: null, reference: null };
    const none = { actorId: null, settlementId: null, note: null, method: null, bankReference: null };
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

  it("builds a statement once for each shape and keeps the shapes apart", async () => {
    const { ann, ben } = await seedUsers(test.database, { ann: {}, ben: {} });
    let built = 0;
    const byName = preparedFor((db, { order }: { order: "asc" | "desc" }) => {
      built += 1;
      return db
        .select({ id: users.id, part: { name: users.username } })
        .from(users)
        .where(isAnyOfPlaceholder(users.id, "ids"))
        .orderBy(order === "asc" ? users.username : desc(users.username))
        .prepare("users by name");
    });
    const namesIn = async (order: "asc" | "desc", ...people: { id: string }[]) => {
      const ids = arrayLiteral(people.map(({ id }) => id));
      return (await byName(test.database, { order }).execute({ ids })).map(({ part }) => part.name);
    };
    expect(await namesIn("asc", ann, ben)).toEqual([ann.username, ben.username]);
    expect(await namesIn("desc", ann, ben)).toEqual([ben.username, ann.username]);
    expect(await namesIn("asc", ben)).toEqual([ben.username]);
    expect(built).toBe(2);
  });

  it("returns null for a joined part without a row, and its fields for one with a row", async () => {
    const user = (await seedUsers(test.database, { joined: {} })).joined.id;
    const entry = {
      userId: user,
      cause: "test",
      createdAt: at,
      amountMinor: 5 as Minor,
      balanceAfterMinor: 5 as Minor,
    };
    const without = { ...entry, id: randomUUID() };
    const byActor = { ...entry, id: randomUUID(), actorId: user, createdAt: at + 1 };
    await test.database.db.insert(ledgerEntries).values([without, byActor]);
    const rows = await test.database.db
      .select({ at: ledgerEntries.createdAt, actor: { id: users.id, phone: users.phone } })
      .from(ledgerEntries)
      .leftJoin(users, eq(users.id, ledgerEntries.actorId))
      .where(inArray(ledgerEntries.id, [without.id, byActor.id]))
      .orderBy(ledgerEntries.createdAt);
    expect(rows).toEqual([
      { at, actor: null },
      { at: at + 1, actor: { id: user, phone: null } },
    ]);
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
