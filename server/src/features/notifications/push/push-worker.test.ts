// The push worker on PGlite.
import { describe } from "vitest";
import { pushWorkerContract } from "../../../../test/contracts/push-worker-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe("the push worker on PGlite", () => {
  pushWorkerContract(withDatabase("pglite"));
});
