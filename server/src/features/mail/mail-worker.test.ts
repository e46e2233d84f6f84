import { describe } from "vitest";
import { mailWorkerContract } from "../../../test/contracts/mail-worker-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";

describe("the mail worker", () => {
  mailWorkerContract(withDatabase());
});
