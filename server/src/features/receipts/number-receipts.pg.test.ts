// The numbering of receipts on real PostgreSQL, where eight nodes use eight connection pools.
import { describe } from "vitest";
import { numberReceiptsContract } from "../../../test/contracts/number-receipts-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the numbering of receipts on PostgreSQL", () => {
  numberReceiptsContract(withDatabase("postgres"));
});
