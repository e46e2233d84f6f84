import { describe } from "vitest";
import { verdictContract } from "../../../../test/contracts/verdict-contract.ts";
import { verdictReadingContract } from "../../../../test/contracts/verdict-reading-contract.ts";
import { postgresUrl } from "../../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("verdicts on PostgreSQL", () => verdictContract(withDatabase("postgres")));
describe.skipIf(!postgresUrl)("the reads of verdicts on PostgreSQL", () =>
  verdictReadingContract(withDatabase("postgres")),
);
