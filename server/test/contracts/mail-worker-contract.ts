// Tests the mail worker: runs the suites of `mail-worker-contract/` on one database.
import type { TestDatabase } from "../support/with-database.ts";
import { choices } from "./mail-worker-contract/choices.ts";
import { comingBack } from "./mail-worker-contract/coming-back.ts";
import { sendsByDelivery } from "./mail-worker-contract/deliveries.ts";
import { failing } from "./mail-worker-contract/failing.ts";
import { joint } from "./mail-worker-contract/joint.ts";
import { sending } from "./mail-worker-contract/sending.ts";
import { sense } from "./mail-worker-contract/sense.ts";

export const mailWorkerContract = (test: TestDatabase): void => {
  sending(test);
  failing(test);
  sense(test);
  choices(test);
  comingBack(test);
  sendsByDelivery(test);
  joint(test);
};
