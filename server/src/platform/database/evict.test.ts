// Tests the removal of old rows in a table whose key has two columns.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { evictAfter } from "./evict.ts";
import { sentAlerts } from "./schema/staff-alerts.ts";

const test = withDatabase();

it("removes at most so many rows, the oldest first, and none that is to stay", async () => {
  const { ada, bola } = await seedUsers(test.database, { ada: {}, bola: {} });
  const query = (text: string, ...params: string[]) => test.database.query(text, params);
  for (const [id, alert, days] of [
    [ada?.id, "a", "61"],
    [ada?.id, "b", "70"],
    [bola?.id, "a", "65"],
    [bola?.id, "b", "59"],
  ] as const) {
    await query(
      "insert into sent_alerts (user_id, alert, sent_at) values ($1::text::uuid, $2, clock_now() - $3::text::int * interval '1 day')",
      id ?? "",
      alert,
      days,
    );
  }
  const left = async () =>
    (await query("select alert || user_id as what from sent_alerts")).map(({ what }) => String(what)).sort();
  const evict = evictAfter([sentAlerts.userId, sentAlerts.alert], sentAlerts.sentAt, sql`interval '60 days'`);
  await evict(test.database, 2);
  expect(await left()).toEqual([`a${ada?.id}`, `b${bola?.id}`].sort());
  await evict(test.database, 2);
  expect(await left()).toEqual([`b${bola?.id}`]);
});
