import { describe } from "vitest";
import { numberReceiptsContract } from "../../../test/contracts/number-receipts-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the numbering of receipts", () => {
  numberReceiptsContract(withDatabase());
});
