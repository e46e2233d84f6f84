// A refusal for lack of balance names the balance; the page then no longer shows an older one.
import type { ErrorBody } from "@jara/shared/errors";
import { useSession } from "../store/session.ts";

export const noteBalance = ({ code, balance }: Pick<ErrorBody, "code" | "balance">): void => {
  if (code === "INSUFFICIENT_BALANCE" && balance !== undefined) useSession.getState().updateUser({ balance });
};
