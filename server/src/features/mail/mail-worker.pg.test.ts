// The mail worker on real PostgreSQL, where two workers use two connection pools.
import { describe } from "vitest";
import { mailWorkerContract } from "../../../test/contracts/mail-worker-contract.ts";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the mail worker on PostgreSQL", () => {
  mailWorkerContract(withDatabase("postgres"));
});
