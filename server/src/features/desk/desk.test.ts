// The desk and its alerts on PGlite.
import { describe } from "vitest";
import { alertsContract } from "../../../test/contracts/alerts-contract.ts";
import { deskContract } from "../../../test/contracts/desk-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the desk on PGlite", () => {
  const test = withDatabase("pglite");
  deskContract(test);
  alertsContract(test);
});
