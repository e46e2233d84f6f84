// Tests `database.transaction` under real faults of PostgreSQL and of the network, a few of each kind. `pnpm trust
// transactions` does the same many times.
import { afterAll, beforeAll, expect, it } from "vitest";
import { transactionFaults } from "../trust/transactions/faults.ts";
import { openTrial, type Trial } from "../trust/transactions/trial.ts";

let trial: Trial;
beforeAll(async () => {
  trial = await openTrial();
}, 60_000);
afterAll(() => trial?.close());

it.each(transactionFaults)(
  "neither loses nor halves a transaction: $name",
  async (fault) => {
    const books = await fault.run(trial, 3);
    expect(books.findings).toEqual([]);
    expect(fault.isFelt(books)).toBe(true);
  },
  120_000,
);
