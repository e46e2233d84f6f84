// Makes an auction that Ada won, for the engine's tests of money.
import { expect } from "vitest";
import { expectHistoryHolds } from "../../support/check-history.ts";
import { aBid, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

/** Ada won at 50.00; Bola had bid 11.00. */
export const givenWin = async (test: TestDatabase, balanceMinor: number) => {
  const { database } = test;
  const { admin, bola } = await seedPeople(database);
  const { ada } = await seedUsers(database, { ada: { balanceMinor } });
  const auction = await seedAuction(database, admin);
  const node = await givenEngine(database);
  expect(codeOf(await node.engine.submit(aBid(auction, bola, 1100)))).toBe("ok");
  expect(codeOf(await node.engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
  expect(codeOf(await node.engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
  const { settlement } = await expectHistoryHolds(database, auction.id);
  return { ...node, database, admin, ada, bola, auction, id: settlement?.id ?? "none" };
};
