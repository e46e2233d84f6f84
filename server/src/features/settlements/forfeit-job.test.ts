import { describe } from "vitest";
import { forfeitJobContract } from "../../../test/contracts/forfeit-job-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the forfeiting job", () => {
  forfeitJobContract(withDatabase());
});
