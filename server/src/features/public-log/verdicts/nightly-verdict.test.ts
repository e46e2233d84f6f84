import { describe } from "vitest";
import { verdictContract } from "../../../../test/support/verdict-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe("verdicts on PGlite", () => verdictContract(withDatabase("pglite")));
