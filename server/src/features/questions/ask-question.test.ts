// Tests the time of a question that waits for a lock between the reading of its deadline and its write.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, it } from "vitest";
import { seedAuction, seedPeople } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { askQuestion } from "./ask-question.ts";

const test = withDatabase();

it("gives a question the time by which its deadline was judged, also when the write comes after the deadline", async () => {
  const { admin, ada } = await seedPeople(test.database);
  const lot = await seedAuction(test.database, admin, { durationMs: 7_200_000 });
  const holder = postgres(test.url, { max: 1, fetch_types: false });
  try {
    await holder.unsafe("begin");
    await holder.unsafe("lock table lot_questions in share mode");
    const asking = askQuestion(test.database, ada.id, lot.id, "Is the skin original?");
    const waits = () => holder`select from pg_locks where relation = 'lot_questions'::regclass and not granted`;
    while ((await waits()).length === 0) await sleep(5);
    // The deadline is one hour before the end, so it is over now.
    await holder`update auctions set ends_at = clock_now() + interval '1 hour 1 ms' where id = ${lot.id}`;
    await holder`select pg_sleep(0.01)`;
    await holder.unsafe("commit");
    expect(await asking).toMatchObject({ is: "asked" });
  } finally {
    await holder.end();
  }
  const inTime = `select q.asked_at < a.ends_at - interval '1 hour' as "isInTime"
    from lot_questions q join auctions a on a.id = q.auction_id`;
  expect(await test.database.query(inTime)).toEqual([{ isInTime: true }]);
});
