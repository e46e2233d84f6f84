// Reports on real PostgreSQL.
import { describe } from "vitest";
import { reportsContract } from "../../../test/contracts/reports-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("reports on PostgreSQL", () => {
  reportsContract(withDatabase("postgres"));
});
