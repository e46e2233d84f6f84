import { tmpdir } from "node:os";
import { describe } from "vitest";
import { commandExpiry, orphanRemoval } from "../../../test/contracts/cleanup-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("cleanup on PostgreSQL", () => {
  const test = withDatabase("postgres");
  commandExpiry(test);
  orphanRemoval(test, () => `${tmpdir()}/jara-no-such-folder`);
});
