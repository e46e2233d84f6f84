// The jobs that ask Paystack about payments and transfers. They run where the site takes payments online.
import type { Payments } from "../features/payments/open-payments.ts";
import { startTopUpSweep } from "../features/payments/top-up-sweep.ts";
import type { WithdrawalService } from "../features/withdrawals/open-withdrawals.ts";
import { startTransferJob } from "../features/withdrawals/transfer-job.ts";
import type { App } from "../platform/http/app.ts";

export type PaymentJobs = ReturnType<typeof createPaymentJobs>;

export const createPaymentJobs = (payments: Payments, withdrawals: WithdrawalService | null, log: App["log"]) => {
  let topUpSweep: ReturnType<typeof startTopUpSweep> | undefined;
  let transferJob: ReturnType<typeof startTransferJob> | undefined;
  return {
    start: (): void => {
      if (payments.topUps) topUpSweep = startTopUpSweep(payments.topUps, log);
      if (withdrawals) transferJob = startTransferJob(withdrawals.transfers, log);
    },
    /** Sends an approved withdrawal now. */
    withdrawalApproved: (): void => transferJob?.poke(),
    /** Starts a search for what is due, because the database's clock was set. */
    lookForDueNow: (): void => {
      topUpSweep?.poke();
      transferJob?.poke();
    },
    stop: async (): Promise<void> => {
      await topUpSweep?.stop();
      await transferJob?.stop();
    },
  };
};
