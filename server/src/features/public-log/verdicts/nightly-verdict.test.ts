import { describe } from "vitest";
import { verdictContract } from "../../../../test/contracts/verdict-contract.ts";
import { verdictReadingContract } from "../../../../test/contracts/verdict-reading-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe("verdicts", () => verdictContract(withDatabase()));
describe("the reads of verdicts", () => verdictReadingContract(withDatabase()));
