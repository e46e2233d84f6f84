// Runs an end-to-end suite on the databases that its answer may depend on.
import { afterEach, describe, expect } from "vitest";
import { violations } from "./e2e-contract.ts";
import { type DatabaseKind, postgresUrl } from "./fresh-database.ts";

type Suite = (kind: DatabaseKind) => void;

const on = (kind: DatabaseKind, suite: Suite) => () => {
  afterEach(() => expect(violations.splice(0)).toEqual([]));
  suite(kind);
};

/**
 * The same suite on PGlite and, where TEST_DATABASE_URL is set, on PostgreSQL. `shuffle: false` is for a suite that is one
 * story, whose steps go on from each other.
 */
export const onEachDatabase = (name: string, suite: Suite, options: { shuffle?: false } = {}): void => {
  describe(`${name}, PGlite`, options, on("pglite", suite));
  describe.skipIf(!postgresUrl)(`${name}, PostgreSQL`, options, on("postgres", suite));
};

/** Tells whether `onOneDatabase` runs on this one: for single tests of a suite that runs on both. */
export const isTheOne = (kind: DatabaseKind): boolean =>
  Boolean(process.env.TEST_EVERY_DATABASE) || kind === (postgresUrl ? "postgres" : "pglite");

/**
 * On PostgreSQL; where TEST_DATABASE_URL is not set, on PGlite. For a suite whose statements other suites carry out on
 * both (docs/decisions/0024). TEST_EVERY_DATABASE=1 runs it on both too.
 */
export const onOneDatabase = (name: string, suite: Suite): void => {
  if (isTheOne("pglite")) describe(`${name}, PGlite`, on("pglite", suite));
  if (isTheOne("postgres")) describe.skipIf(!postgresUrl)(`${name}, PostgreSQL`, on("postgres", suite));
};
