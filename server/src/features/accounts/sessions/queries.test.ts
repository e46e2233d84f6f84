import { sessionStatements } from "../../../../test/contracts/sessions-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

sessionStatements(withDatabase());
