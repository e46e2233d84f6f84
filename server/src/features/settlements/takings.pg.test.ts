// The takings on real PostgreSQL.
import { describe } from "vitest";
import { takingsContract } from "../../../test/contracts/takings-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("takings on PostgreSQL", () => {
  takingsContract(withDatabase("postgres"));
});
