// Runs an end-to-end suite on each database.
import { afterEach, describe, expect } from "vitest";
import { violations } from "./e2e-contract.ts";
import { type DatabaseKind, postgresUrl } from "./fresh-database.ts";

/** The same suite on PGlite and, where TEST_DATABASE_URL is set, on PostgreSQL. */
export const onEachDatabase = (name: string, suite: (kind: DatabaseKind) => void): void => {
  const on = (kind: DatabaseKind) => () => {
    afterEach(() => expect(violations.splice(0)).toEqual([]));
    suite(kind);
  };
  describe(`${name}, PGlite`, on("pglite"));
  describe.skipIf(!postgresUrl)(`${name}, PostgreSQL`, on("postgres"));
};
