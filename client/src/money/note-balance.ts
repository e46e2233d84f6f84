// Corrects the balance that the page shows after a refusal for lack of balance: takes it from the refusal, or reads the
// account again if bids bind money.
import type { ErrorBody } from "@jara/shared/errors";
import { refreshUser } from "../lib/own-account.ts";
import { useSession } from "../store/session.ts";

export const noteBalance = async ({ code, balance }: Pick<ErrorBody, "code" | "balance">): Promise<void> => {
  if (code !== "INSUFFICIENT_BALANCE" || balance === undefined) return;
  const { bound, updateUser } = useSession.getState();
  // The refusal names the available amount, without subtracting the lot's own reservation. It is the balance only while
  // nothing is bound.
  if (bound === 0) return updateUser({ balance });
  await refreshUser();
};
