// The push worker on real PostgreSQL, where three workers use three connection pools.
import { describe } from "vitest";
import { pushWorkerContract } from "../../../../test/contracts/push-worker-contract.ts";
import { postgresUrl } from "../../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe.skipIf(!postgresUrl)("the push worker on PostgreSQL", () => {
  pushWorkerContract(withDatabase("postgres"));
});
