import { describe } from "vitest";
import { sessionStatements } from "../../../../test/contracts/sessions-contract.ts";
import { postgresUrl } from "../../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("sessions on PostgreSQL", () => {
  sessionStatements(withDatabase("postgres"));
});
