// Tests the test of bad rows: with the fault planted that a loop stops at a bad row, it fails for each kind of loop.
import type { Loop } from "@jara/shared/loops";
import { beforeAll, expect, it } from "vitest";
import { importPlanted } from "../trust/planted/build-planted.ts";
import { stopsAtBadRow } from "../trust/planted/loop-fault.ts";
import { withDatabase } from "./support/with-database.ts";

type Contract = typeof import("./contracts/bad-rows-contract.ts");

const test = withDatabase();
let planted: Contract;
beforeAll(async () => {
  planted = await importPlanted<Contract>("test/contracts/bad-rows-contract.ts", "stops-at-bad-row", stopsAtBadRow);
});

/** The message of the error and of each of its causes. */
const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : "";

// Jobs that run in the background only report their failures, so these are the loops that the test runs itself.
it.each<Loop>(["public-log", "deletions", "daily-mails", "search-texts", "new-lots", "staff-alerts"])(
  "finds that the loop %s stops at a bad row",
  async (loop) => {
    const found = await planted.expectNothingStops(test, loop).catch((error: unknown) => error);
    expect(messagesOf(found)).toMatch(/the poisoned row|not an integer/);
  },
);
