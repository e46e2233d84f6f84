import { describe } from "vitest";
import { takingsContract } from "../../../test/contracts/takings-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("takings", () => {
  takingsContract(withDatabase());
});
