// Shows one page of users, and asks for a confirmation before a role changes.
import type { AdminUser } from "@jara/shared/rest/users";
import { useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { roleNames } from "../../../lib/role-names.ts";
import { aRole } from "../../../lib/role-words.ts";
import { toast } from "../../../store/toast.ts";
import { type Column, TableHead } from "../../../ui/card-table.tsx";
import { RoleDialog, type RoleQuestion } from "../../../ui/role-dialog.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { useSetRole } from "../hooks/use-user-edits.ts";
import { UserRow } from "./user-row.tsx";

interface UsersTableProps {
  users: readonly AdminUser[];
  isLoadingPage: boolean;
  ownId: string;
  /** The id of the user whose ledger is open. */
  ledger: string;
  onLedger: (userId: string) => void;
  onSaved: (user: AdminUser) => void;
  /** Gets null when a new change of a role begins. */
  onRoleError: (error: unknown) => void;
}

/** Fixed widths on a wide screen, so that the columns do not move from page to page. */
const columns: readonly Column[] = [
  ["User", "xl:w-[19%]"],
  ["Email", "xl:w-[19%]"],
  ["Role", "xl:w-[24%]"],
  ["Balance", "text-right xl:w-[14%]"],
  ["Actions", "text-right xl:w-[24%]"],
];

export const UsersTable = ({
  users,
  isLoadingPage,
  ownId,
  ledger,
  onLedger,
  onSaved,
  onRoleError,
}: UsersTableProps) => {
  const [question, setQuestion] = useState<RoleQuestion | null>(null);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const setRole = useSetRole((user) => {
    toast.success(`${user.username} is now ${aRole[user.role]}`);
    onSaved(user);
  });
  const mark = (userId: string, isSaving: boolean) =>
    setSaving((now) => {
      const next = new Set(now);
      if (isSaving) next.add(userId);
      else next.delete(userId);
      return next;
    });
  const save = async (asked: RoleQuestion) => {
    setQuestion(null);
    onRoleError(null);
    mark(asked.user._id, true);
    await setRole.mutateAsync(asked).catch(onRoleError);
    mark(asked.user._id, false);
  };
  return (
    <>
      <div className="overflow-clip rounded-box border border-line bg-surface">
        <table
          {...asTable.table}
          aria-busy={isLoadingPage}
          className={cx(
            "block w-full text-sm xl:table xl:table-fixed xl:border-separate xl:border-spacing-0",
            isLoadingPage && "opacity-60",
          )}
        >
          <caption className="sr-only">Users, newest first</caption>
          <TableHead columns={columns} className="p-3" />
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              isOwn={user._id === ownId}
              isSavingRole={saving.has(user._id)}
              isLedgerOpen={ledger === user._id}
              onRole={(role) => role !== user.role && setQuestion({ user, role })}
              onLedger={() => onLedger(ledger === user._id ? "" : user._id)}
              onSaved={onSaved}
            />
          ))}
        </table>
      </div>
      <RoleDialog question={question} onCancel={() => setQuestion(null)} onConfirm={(asked) => void save(asked)} />
      <p role="status" className="sr-only">
        {question === null && saving.size > 0 && `Saving as ${roleNames[setRole.variables?.role ?? "user"]}`}
      </p>
    </>
  );
};
