// Tests that need contention: many nodes claim payments to check, and many nodes credit, at the same time.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { seedUsers } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import type { Database } from "../../platform/database/database.ts";
import { claimDueChecks, creditTopUp, makeTopUp, openTopUp } from "./queries.ts";

const AMOUNT_MINOR = 100_00 as Minor;

const openTopUps = async (database: Database, userId: string, count: number): Promise<string[]> => {
  const references: string[] = [];
  for (let i = 0; i < count; i++) {
    const reference = `topup-${randomUUID()}`;
    await makeTopUp(database, {
      reference,
      userId,
      amountMinor: AMOUNT_MINOR,
      isSandbox: false,
      hasLimit: false,
      ofSettlement: null,
    });
    await openTopUp(database, reference, "https://checkout.paystack.test/x");
    references.push(reference);
  }
  return references;
};

describe("top-ups with many nodes", () => {
  const given = withDatabase();

  it("exactly one node claims each payment that is due", async () => {
    const { ada } = await seedUsers(given.database, { ada: {} });
    const references = await openTopUps(given.database, ada.id, 100);
    await given.database.query("update top_ups set created_at = created_at - interval '1 hour'");
    const nodes = [given.database, await given.openAnother(), await given.openAnother()];
    const claimed: string[] = [];
    const claimAll = async (node: Database): Promise<void> => {
      for (;;) {
        const due = await claimDueChecks(node, false, 5);
        if (due.length === 0) return;
        claimed.push(...due.map(({ reference }) => reference));
      }
    };
    await Promise.all([...nodes, ...nodes].map(claimAll));
    // The node that held the last ones is gone. They are claimed all the same.
    expect(claimed.sort()).toEqual(references.sort());
  });

  it("several payments of one person that all nodes credit at once have the right sum and one chain of balances", async () => {
    const { bola } = await seedUsers(given.database, { bola: { balanceMinor: 0 } });
    const references = await openTopUps(given.database, bola.id, 20);
    const nodes = [given.database, await given.openAnother()];
    const credits = await Promise.all(
      references.flatMap((reference) =>
        [...nodes, ...nodes].map((node) =>
          creditTopUp(node, { reference, amountMinor: AMOUNT_MINOR, isSandbox: false }),
        ),
      ),
    );
    const balances = credits.flatMap((credit) => (credit ? [credit.balanceMinor] : [])).sort((a, b) => a - b);
    expect(balances).toEqual(references.map((_, i) => (i + 1) * AMOUNT_MINOR));
    const entries = await given.database.query<{ after: number; amount: number }>(
      `select balance_after_minor::float8 as after, amount_minor::float8 as amount from ledger_entries
       where user_id = $1::text::uuid and cause = 'top-up' order by balance_after_minor`,
      [bola.id],
    );
    expect(entries.map(({ after }) => after)).toEqual(balances);
    const [row] = await given.database.query<{ balance: number; revision: number }>(
      "select balance_minor::float8 as balance, revision from users where id = $1::text::uuid",
      [bola.id],
    );
    expect(row).toEqual({ balance: 20 * AMOUNT_MINOR, revision: 21 });
  });
});
