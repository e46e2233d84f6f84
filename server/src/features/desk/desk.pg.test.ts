// The desk on real PostgreSQL.
import { describe } from "vitest";
import { deskContract } from "../../../test/support/desk-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the desk on PostgreSQL", () => {
  deskContract(withDatabase("postgres"));
});
