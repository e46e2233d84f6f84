// The desk on PGlite.
import { describe } from "vitest";
import { deskContract } from "../../../test/support/desk-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the desk on PGlite", () => {
  deskContract(withDatabase("pglite"));
});
