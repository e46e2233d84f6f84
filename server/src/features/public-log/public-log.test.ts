import { describe } from "vitest";
import { publicLogContract } from "../../../test/contracts/public-log-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the public log", () => publicLogContract(withDatabase()));
