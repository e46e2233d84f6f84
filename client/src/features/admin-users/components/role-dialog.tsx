// Asks for confirmation before a user becomes an administrator or stops being one, and says what that means.

import type { Role } from "@jara/shared/permissions";
import type { AdminUser } from "@jara/shared/rest/users";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

export interface RoleQuestion {
  user: AdminUser;
  role: Role;
}

interface RoleDialogProps {
  question: RoleQuestion | null;
  onCancel: () => void;
  onConfirm: (question: RoleQuestion) => void;
}

export const RoleDialog = ({ question, onCancel, onConfirm }: RoleDialogProps) => (
  <Dialog
    open={question !== null}
    onClose={onCancel}
    title={
      question?.role === "admin"
        ? `Make ${question.user.username} an administrator?`
        : `Take the administrator role from ${question?.user.username}?`
    }
  >
    {question && (
      <>
        <p className="text-ink-soft [overflow-wrap:anywhere]">{question.user.email}</p>
        {question.role === "admin" ? (
          <p>
            An administrator sees every user and every bidder's name, creates and changes all auctions, edits balances
            and roles, and can take this role from you too. This takes effect at once.
          </p>
        ) : (
          <p>
            Every screen for administrators closes for {question.user.username} at once, also where one is open now, and
            their next call is refused. Their bids, their balance and the auctions they created stay.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant={question.role === "admin" ? "primary" : "danger"} onClick={() => onConfirm(question)}>
            {question.role === "admin" ? "Make administrator" : "Take role away"}
          </Button>
        </div>
      </>
    )}
  </Dialog>
);
