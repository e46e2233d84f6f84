// Builds withdrawals from the payment service: Paystack, or the sandbox in development. Null where there is neither, so
// that withdrawals are off.
import type { PaystackCall } from "../../platform/lib/paystack-call.ts";
import { type Banks, type BanksDeps, createBanks } from "./banks.ts";
import { createPaystackTransfers } from "./paystack-transfers.ts";
import { createTransfers, type Transfers, type TransfersDeps } from "./transfers.ts";

export interface WithdrawalService {
  readonly banks: Banks;
  readonly transfers: Transfers;
  readonly isSandbox: boolean;
}

export const openWithdrawals = (
  service: { readonly call: PaystackCall; readonly isSandbox: boolean } | null,
  deps: Omit<TransfersDeps, "paystack" | "isSandbox"> & Pick<BanksDeps, "countAttempt">,
): WithdrawalService | null => {
  if (!service) return null;
  const { isSandbox } = service;
  const paystack = createPaystackTransfers(service.call);
  return {
    banks: createBanks({ ...deps, paystack }),
    transfers: createTransfers({ ...deps, paystack, isSandbox }),
    isSandbox,
  };
};
