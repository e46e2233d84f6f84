// Asks for confirmation before a person gets another role, and says in words what the role may do.
import type { Role } from "@jara/shared/permissions";
import type { AdminUser } from "@jara/shared/rest/users";
import { aRole, dutiesOf } from "../lib/role-words.ts";
import { Ask } from "./ask.tsx";

export interface RoleQuestion {
  user: Pick<AdminUser, "_id" | "username" | "email" | "role">;
  role: Role;
}

interface RoleDialogProps {
  question: RoleQuestion | null;
  onCancel: () => void;
  onConfirm: (question: RoleQuestion) => void;
}

const titleOf = ({ user, role }: RoleQuestion): string => {
  if (role !== "user") return `Make ${user.username} ${aRole[role]}?`;
  return `Take the ${aRole[user.role].replace(/^an? /, "")} role from ${user.username}?`;
};

export const RoleDialog = ({ question, onCancel, onConfirm }: RoleDialogProps) => (
  <Ask
    open={question !== null}
    title={question ? titleOf(question) : ""}
    yes={
      question && (question.role === "user" ? "Take role away" : `Make ${aRole[question.role].replace(/^an? /, "")}`)
    }
    isDanger={question?.role === "user"}
    onNo={onCancel}
    onYes={() => question && onConfirm(question)}
  >
    {question && (
      <>
        <p className="text-ink-soft [overflow-wrap:anywhere]">{question.user.email}</p>
        {question.role === "user" ? <Dismissed username={question.user.username} /> : <Duties role={question.role} />}
      </>
    )}
  </Ask>
);

const Duties = ({ role }: { role: Role }) => (
  <>
    <p>They may then:</p>
    <ul className="grid list-disc gap-x-6 gap-y-0.5 pl-5 text-sm">
      {dutiesOf(role).map((duty) => (
        <li key={duty}>{duty}</li>
      ))}
    </ul>
    <p>
      {role === "admin" && "They can take this role from you too. "}
      Staff do not bid on this site. This takes effect at once.
    </p>
  </>
);

const Dismissed = ({ username }: { username: string }) => (
  <p>
    Every screen for staff closes for {username} at once, even one that is open now, and their next request is refused.
    Their bids, their balance and the auctions they created stay.
  </p>
);
