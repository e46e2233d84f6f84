import { describe } from "vitest";
import { publicLogContract } from "../../../test/contracts/public-log-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the public log on PostgreSQL", () => publicLogContract(withDatabase("postgres")));
