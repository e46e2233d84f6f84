import { passkeyStatements } from "../../../../test/contracts/passkeys-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

passkeyStatements(withDatabase());
