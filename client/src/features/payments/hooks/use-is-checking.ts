// Says whether the payment from which the payer comes back is being checked, so that nothing offers to pay again.
import { useSearchParams } from "#router";
import { useIsLate } from "../../../money/use-is-late.ts";

export const useIsChecking = (): boolean => {
  const isLate = useIsLate();
  return useSearchParams()[0].has("payment") && !isLate;
};
