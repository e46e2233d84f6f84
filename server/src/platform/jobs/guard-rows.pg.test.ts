import { describe } from "vitest";
import { badRowsContract } from "../../../test/contracts/bad-rows-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("bad rows on PostgreSQL", () => badRowsContract(withDatabase("postgres")));
