// A refusal for lack of balance names what is available; the page then no longer shows an older amount.
import type { ErrorBody } from "@jara/shared/errors";
import type { User } from "@jara/shared/users";
import { api } from "../lib/api.ts";
import { useSession } from "../store/session.ts";

export const noteBalance = async ({ code, balance }: Pick<ErrorBody, "code" | "balance">): Promise<void> => {
  if (code !== "INSUFFICIENT_BALANCE" || balance === undefined) return;
  const { token, bound, updateUser } = useSession.getState();
  // Where nothing is bound, it is the balance. Otherwise the lot's own reservation is not subtracted from it.
  if (bound === 0) return updateUser({ balance });
  const answer = await api.get<{ user: User }>("/users/profile").catch(() => null);
  if (answer && useSession.getState().token === token) updateUser(answer.user);
};
