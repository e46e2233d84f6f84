// The two edits of a user: of the balance and of the role. A balance edit carries an idempotency key, so that an edit
// sent again after a lost answer is applied only once.

import type { Role } from "@jara/shared/permissions";
import type { AdminUser } from "@jara/shared/rest/users";
import { useMutation } from "@tanstack/react-query";
import { isUnknown, useCommand } from "../../../connection/use-command.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { isWaiting } from "../../../lib/second-person.ts";
import { type BalanceEdit, changeBalance, changeRole } from "../queries.ts";

const TRIES = 3;
const PAUSES_MS = [500, 1500];

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 0
    ? "The server cannot be reached. Check your connection."
    : messageOf(error, "Something went wrong on our side.");

/** The balance that the user has by now, if the edit was refused because it is not the one on the screen. */
export const balanceByNow = (error: unknown): number | null =>
  error instanceof ApiError && error.code === "BALANCE_CHANGED" ? (error.body?.balance ?? null) : null;

/** True if the edit was refused because its transfer was booked before. */
export const isSameTransfer = (error: unknown): boolean => error instanceof ApiError && error.code === "SAME_TRANSFER";

/** `onWaiting`: the change waits for a second person. */
export const useEditBalance = (userId: string, onSaved: (user: AdminUser) => void, onWaiting: () => void) => {
  return useCommand((edit: BalanceEdit, key) => changeBalance(userId, edit, key), {
    nameOf: (edit) => JSON.stringify({ ...edit, reason: "" }),
    retry: (failures, error) => isUnknown(error) && failures < TRIES - 1,
    retryDelay: (failures) => PAUSES_MS[failures] ?? 0,
    onSuccess: (answer) => {
      if (isWaiting(answer)) onWaiting();
      else onSaved(answer.user);
    },
  });
};

export const useSetRole = (onSaved: (user: AdminUser) => void) =>
  useMutation({
    mutationFn: ({ user, role }: { user: Pick<AdminUser, "_id" | "role">; role: Role }) => changeRole(user, role),
    onSuccess: ({ user }) => onSaved(user),
  });
