import { describe } from "vitest";
import { badRowsContract } from "../../../test/contracts/bad-rows-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("bad rows", () => badRowsContract(withDatabase()));
