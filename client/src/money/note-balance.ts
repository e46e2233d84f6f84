// A refusal for lack of balance names what is available; the page then no longer shows an older amount.
import type { ErrorBody } from "@jara/shared/errors";
import { refreshUser } from "../lib/own-account.ts";
import { useSession } from "../store/session.ts";

export const noteBalance = async ({ code, balance }: Pick<ErrorBody, "code" | "balance">): Promise<void> => {
  if (code !== "INSUFFICIENT_BALANCE" || balance === undefined) return;
  const { bound, updateUser } = useSession.getState();
  // The available amount is the balance only while nothing is bound. The lot's own reservation is not subtracted from it.
  if (bound === 0) return updateUser({ balance });
  await refreshUser();
};
