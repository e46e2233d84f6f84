// The forfeiting job on real PostgreSQL, where two nodes use two connection pools.
import { describe } from "vitest";
import { forfeitJobContract } from "../../../test/contracts/forfeit-job-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the forfeiting job on PostgreSQL", () => {
  forfeitJobContract(withDatabase("postgres"));
});
