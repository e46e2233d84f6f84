// The takings on real PostgreSQL.
import { describe } from "vitest";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { takingsContract } from "../../../test/contracts/takings-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("takings on PostgreSQL", () => {
  takingsContract(withDatabase("postgres"));
});
