import { expect, it } from "vitest";
import { isDatabaseAway } from "./database-away.ts";
import { WritesStopped } from "./replication.ts";
import { OutcomeUnknown } from "./transaction-connections.ts";
import { CommitUnconfirmed, StatementUnanswered } from "./unanswered-statements.ts";

const withCode = (code: string) => Object.assign(new Error("from the driver"), { code });

it.each([
  "CONNECTION_CLOSED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P03",
  "08006",
  "25006",
])("recognises %s, also as the cause of another error", (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
  expect(isDatabaseAway(new Error("failed query", { cause: withCode(code) }))).toBe(true);
});

it("recognises our own errors of an unknown outcome", () => {
  for (const error of [
    new StatementUnanswered(),
    new CommitUnconfirmed(),
    new WritesStopped(),
    new OutcomeUnknown(null),
  ]) {
    expect(isDatabaseAway(error)).toBe(true);
  }
});

it("leaves every other error alone", () => {
  for (const error of [withCode("23505"), withCode("42703"), new Error("a fault"), "text", null, undefined]) {
    expect(isDatabaseAway(error)).toBe(false);
  }
});
