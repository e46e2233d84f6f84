import { passkeyStatements } from "../../../../test/support/passkeys-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

passkeyStatements(withDatabase("pglite"));
