// The desk and its alerts on real PostgreSQL.
import { describe } from "vitest";
import { alertsContract } from "../../../test/contracts/alerts-contract.ts";
import { deskContract } from "../../../test/contracts/desk-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the desk on PostgreSQL", () => {
  const test = withDatabase("postgres");
  deskContract(test);
  alertsContract(test);
});
