import { describe } from "vitest";
import { passkeyStatements } from "../../../../test/contracts/passkeys-contract.ts";
import { postgresUrl } from "../../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("passkeys on PostgreSQL", () => {
  passkeyStatements(withDatabase("postgres"));
});
