import { describe } from "vitest";
import { alertsContract } from "../../../test/contracts/alerts-contract.ts";
import { deskContract } from "../../../test/contracts/desk-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the desk", () => {
  const test = withDatabase();
  deskContract(test);
  alertsContract(test);
});
