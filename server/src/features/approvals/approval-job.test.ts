import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { seedPeople } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { startApprovalJob } from "./approval-job.ts";

describe("the job of approvals", () => {
  const held = withDatabase();

  it("resumes approved changes and removes small orders that no longer count, again and again, also after a failure", async () => {
    const { admin, ada } = await seedPeople(held.database);
    const order = async (hours: number): Promise<string> => {
      const id = randomUUID();
      await held.database.query(
        `insert into approvals (id, kind, status, user_id, amount_minor, request, asked_by, asked_at, command_id, number)
         values ($1::text::uuid, 'balance', 'not-needed', $2::text::uuid, 1, '{}', $3::text::uuid,
           clock_timestamp() - $4::text::int * interval '1 hour', $1::text, $4::text::int)`,
        [id, ada.id, admin.id, `${hours}`],
      );
      return id;
    };
    const counting = await order(29);
    await order(31);
    const warn = vi.fn();
    const resume = vi.fn(async () => {}).mockRejectedValueOnce(new Error("the database is away"));
    const job = startApprovalJob({ database: held.database, approvals: { resume }, log: { warn } }, 5);
    const left = () => held.database.query("select id from approvals order by id");
    await expect.poll(left).toEqual([{ id: counting }]);
    await expect.poll(() => resume.mock.calls.length).toBeGreaterThan(2);
    await job.stop();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
