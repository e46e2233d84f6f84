import { describe } from "vitest";
import { reportsContract } from "../../../test/contracts/reports-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("reports", () => {
  reportsContract(withDatabase());
});
