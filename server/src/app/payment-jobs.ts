// The jobs that ask Paystack about payments and transfers. They run where the site takes payments online.
import type { Payments } from "../features/payments/open-payments.ts";
import { startTopUpSweep } from "../features/payments/top-up-sweep.ts";
import type { WithdrawalService } from "../features/withdrawals/open-withdrawals.ts";
import { startTransferJob } from "../features/withdrawals/transfer-job.ts";
import type { Database } from "../platform/database/database.ts";
import type { App } from "../platform/http/app.ts";

export type PaymentJobs = ReturnType<typeof createPaymentJobs>;

export const createPaymentJobs = (
  database: Database,
  payments: Payments,
  withdrawals: WithdrawalService | null,
  log: App["log"],
) => {
  let topUpSweep: ReturnType<typeof startTopUpSweep> | undefined;
  let transferJob: ReturnType<typeof startTransferJob> | undefined;
  return {
    start: (): void => {
      if (payments.topUps) topUpSweep = startTopUpSweep(database, payments.topUps, log);
      if (withdrawals) transferJob = startTransferJob(database, withdrawals.transfers, log);
    },
    stop: async (): Promise<void> => {
      await topUpSweep?.stop();
      await transferJob?.stop();
    },
  };
};
