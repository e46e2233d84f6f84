import { describe } from "vitest";
import { pushWorkerContract } from "../../../../test/contracts/push-worker-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";

describe("the push worker", () => {
  pushWorkerContract(withDatabase());
});
