import { describe } from "vitest";
import { verdictContract } from "../../../../test/contracts/verdict-contract.ts";
import { verdictReadingContract } from "../../../../test/contracts/verdict-reading-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe("verdicts on PGlite", () => verdictContract(withDatabase("pglite")));
describe("the reads of verdicts on PGlite", () => verdictReadingContract(withDatabase("pglite")));
