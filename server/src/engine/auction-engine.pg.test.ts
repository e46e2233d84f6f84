// Runs the engine's contract on real PostgreSQL.
import { describe } from "vitest";
import { engineContract } from "../../test/contracts/engine-contract.ts";
import { postgresUrl } from "../../test/support/fresh-database.ts";
import { withDatabase } from "../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the engine on PostgreSQL", () => {
  engineContract(withDatabase("postgres"));
});
