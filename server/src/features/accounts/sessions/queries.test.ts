import { sessionStatements } from "../../../../test/support/sessions-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

sessionStatements(withDatabase("pglite"));
