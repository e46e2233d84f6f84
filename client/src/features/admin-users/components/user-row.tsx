// One user and the controls that edit it: a table row on a wide screen, a card on a phone. Changes made elsewhere
// appear in place; a new balance glows once.

import { type Role, roles } from "@jara/shared/permissions";
import type { AdminUser } from "@jara/shared/rest/users";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { roleNames } from "../../../lib/role-names.ts";
import { useFocusBack } from "../../../lib/use-focus-back.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/field.tsx";
import { May, useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { RoleBadge } from "../../../ui/role-badge.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { fullName } from "../user-search.ts";
import { BalanceEditor } from "./balance-editor.tsx";
import { Ledger } from "./ledger.tsx";
import { PayerRecord } from "./payer-record.tsx";
import { UserReceipts } from "./user-receipts.tsx";
import { VoidAllDialog } from "./void-all-dialog.tsx";

interface UserRowProps {
  user: AdminUser;
  isOwn: boolean;
  isSavingRole: boolean;
  isLedgerOpen: boolean;
  onRole: (role: Role) => void;
  onLedger: () => void;
  onSaved: (user: AdminUser) => void;
}

const COLUMNS = 5;

export const UserRow = ({ user, isOwn, isSavingRole, isLedgerOpen, onRole, onLedger, onSaved }: UserRowProps) => {
  const [isEditing, setIsEditing] = useState(false);
  // Nobody can change their own balance.
  const mayEdit = useMay("balances:change") && !isOwn;
  const editButton = useFocusBack(isEditing);

  const ledgerId = `ledger-${user._id}`;
  return (
    <tbody {...asTable.rows} className="block border-line border-t first:border-t-0 xl:table-row-group">
      <tr
        {...asTable.row}
        className="grid grid-cols-2 gap-x-4 gap-y-3 p-4 lg:grid-cols-[minmax(0,1fr)_14rem_9rem_auto] lg:items-center lg:gap-y-0 xl:table-row xl:border-line xl:border-t xl:[&>*]:border-line xl:[&>*]:border-t"
      >
        <NameHeading user={user} isOwn={isOwn} />
        <td
          {...asTable.cell}
          className="-mt-2 col-span-2 min-w-0 [overflow-wrap:anywhere] lg:col-span-1 lg:col-start-1 lg:row-start-2 lg:mt-0 xl:p-3"
        >
          {user.email}
        </td>
        <RoleCell user={user} isOwn={isOwn} isSavingRole={isSavingRole} onRole={onRole} />
        <td {...asTable.cell} className="min-w-0 text-right lg:row-span-2 xl:p-3">
          <span aria-hidden className="mb-1 block text-ink-soft text-xs lg:hidden">
            Balance
          </span>
          <Balance amount={user.balance} />
        </td>
        <td {...asTable.cell} className="col-span-2 lg:col-span-1 lg:row-span-2 xl:p-3">
          <span className="grid grid-cols-2 gap-2 lg:flex lg:justify-end">
            {mayEdit && (
              <Button
                ref={editButton}
                size="sm"
                variant="secondary"
                aria-expanded={isEditing}
                aria-label={`Edit Balance of ${user.username}`}
                onClick={() => setIsEditing(!isEditing)}
                className="whitespace-nowrap"
              >
                Edit Balance
              </Button>
            )}
            <LedgerButton user={user} isOpen={isLedgerOpen} ledgerId={ledgerId} onLedger={onLedger} />
            <May use="bids:void">
              <VoidAllBids user={user} isOwn={isOwn} />
            </May>
          </span>
        </td>
      </tr>
      {isEditing && (
        <Below>
          <BalanceEditor user={user} onClose={() => setIsEditing(false)} onSaved={onSaved} />
        </Below>
      )}
      {isLedgerOpen && (
        <Below id={ledgerId}>
          <div className="grid gap-4">
            <PayerRecord user={user} />
            <Ledger user={user} />
            <UserReceipts user={user} />
          </div>
        </Below>
      )}
    </tbody>
  );
};

const NameHeading = ({ user, isOwn }: Pick<UserRowProps, "user" | "isOwn">) => {
  const name = fullName(user);
  return (
    <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-normal lg:col-span-1 xl:p-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`/admin/users/${user._id}`}
          className="inline-flex min-h-11 items-center font-semibold text-base underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink xl:text-sm pointer-fine:min-h-6"
        >
          {user.username}
        </Link>
        {isOwn && <Badge tone="outline">You</Badge>}
        {!user.isEmailVerified && <Badge tone="amber">Not verified</Badge>}
        {user.isBanned && <Badge tone="danger">Suspended</Badge>}
      </span>
      {name && <span className="block text-ink-soft [overflow-wrap:anywhere]">{name}</span>}
    </th>
  );
};

type RoleCellProps = Pick<UserRowProps, "user" | "isOwn" | "isSavingRole" | "onRole">;

const RoleCell = ({ user, isOwn, isSavingRole, onRole }: RoleCellProps) => {
  const mayChange = useMay("roles:change");
  return (
    <td {...asTable.cell} className="min-w-0 lg:row-span-2 xl:p-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:flex-nowrap">
        <span aria-hidden className="text-ink-soft text-xs lg:hidden">
          Role
        </span>
        <span className="lg:w-24">
          <RoleBadge role={user.role} />
        </span>
        <Select
          aria-label={`Role of ${user.username}`}
          title={isOwn ? "You cannot change your own role" : mayChange ? undefined : "An administrator changes roles"}
          value={user.role}
          disabled={isOwn || isSavingRole || !mayChange}
          aria-busy={isSavingRole || undefined}
          onChange={({ target }) => onRole(target.value as Role)}
          className="max-w-40 basis-full pointer-fine:min-h-9 text-sm disabled:text-ink-soft lg:max-w-32 lg:basis-auto"
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleNames[role]}
            </option>
          ))}
        </Select>
      </span>
    </td>
  );
};

interface LedgerButtonProps extends Pick<UserRowProps, "user" | "onLedger"> {
  isOpen: boolean;
  ledgerId: string;
}

const LedgerButton = ({ user, isOpen, ledgerId, onLedger }: LedgerButtonProps) => (
  <Button
    size="sm"
    variant="ghost"
    aria-expanded={isOpen}
    aria-controls={isOpen ? ledgerId : undefined}
    aria-label={`Ledger of ${user.username}`}
    onClick={onLedger}
  >
    Ledger
    <span aria-hidden className={cx("inline-block", isOpen && "rotate-180")}>
      ▾
    </span>
  </Button>
);

/** Nobody can void their own bids. */
const VoidAllBids = ({ user, isOwn }: Pick<UserRowProps, "user" | "isOwn">) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {!isOwn && (
        <Button
          size="sm"
          variant="ghost"
          aria-haspopup="dialog"
          aria-label={`Void all bids of ${user.username}`}
          onClick={() => setIsOpen(true)}
          title="Void all bids"
          className="col-span-2 whitespace-nowrap text-danger lg:px-2"
        >
          <Ban aria-hidden className="size-4" />
          <span className="lg:hidden">Void all bids</span>
        </Button>
      )}
      <VoidAllDialog user={user} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};

/** Content that opens below a row and spans the table's whole width. */
const Below = ({ id, children }: { id?: string; children: ReactNode }) => (
  <tr {...asTable.row} id={id} className="block xl:table-row">
    <td
      {...asTable.cell}
      aria-colspan={COLUMNS}
      colSpan={COLUMNS}
      className="block border-line border-t border-dashed bg-paper p-4 xl:table-cell"
    >
      {children}
    </td>
  </tr>
);

const Balance = ({ amount }: { amount: number }) => {
  const [seen, setSeen] = useState({ amount, changes: 0 });
  if (seen.amount !== amount) setSeen({ amount, changes: seen.changes + 1 });
  return (
    <span
      key={seen.changes}
      className={cx("inline-block rounded-box font-semibold", seen.changes > 0 && "animate-glow")}
    >
      <OwnMoney amount={amount} currency="NGN" className={amount < 0 ? "text-danger" : undefined} />
    </span>
  );
};
