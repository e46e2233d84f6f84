import { describe } from "vitest";
import { postgresUrl } from "../../../../test/support/fresh-database.ts";
import { verdictContract } from "../../../../test/support/verdict-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("verdicts on PostgreSQL", () => verdictContract(withDatabase("postgres")));
