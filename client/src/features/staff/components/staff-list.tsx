// Lists the staff with their roles, the highest first. Administrators change roles here, after a question that says
// what the role may do.
import { type Role, roles } from "@jara/shared/permissions";
import type { StaffMember } from "@jara/shared/rest/invitations";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { roleNames } from "../../../lib/role-names.ts";
import { aRole } from "../../../lib/role-words.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import { toast } from "../../../store/toast.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Select } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useMay } from "../../../ui/may.tsx";
import { RoleBadge } from "../../../ui/role-badge.tsx";
import { RoleDialog, type RoleQuestion } from "../../../ui/role-dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { setStaffRole, staffQuery } from "../queries.ts";

export const StaffList = ({ ownId }: { ownId: string }) => {
  const query = useQuery(staffQuery);
  const [question, setQuestion] = useState<RoleQuestion | null>(null);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: setStaffRole,
    onSuccess: ({ user: { _id, username, role } }) => {
      // The next change of this role names the new one.
      takeAnswer<{ staff: StaffMember[] }>(
        client,
        staffQuery,
        (held) =>
          held && {
            staff: held.staff.flatMap((one) => (one._id !== _id ? [one] : role === "user" ? [] : [{ ...one, role }])),
          },
      );
      toast.success(`${username} is now ${aRole[role]}`);
    },
    onError: (failed) => toast.error(messageOf(failed, "The role was not changed")),
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load the staff")}
      loading={<Skeleton className="h-40" />}
    >
      {({ staff }) => (
        <>
          <ul aria-label="Staff, the highest role first" className="divide-y divide-line">
            {staff.map((member) => (
              <Member
                key={member._id}
                member={member}
                isOwn={member._id === ownId}
                isSaving={saving.isPending && saving.variables._id === member._id}
                onRole={(role) => role !== member.role && setQuestion({ user: member, role })}
              />
            ))}
          </ul>
          <RoleDialog
            question={question}
            onCancel={() => setQuestion(null)}
            onConfirm={({ user, role }) => {
              setQuestion(null);
              saving.mutate({ _id: user._id, role, seen: user.role });
            }}
          />
        </>
      )}
    </Loaded>
  );
};

interface MemberProps {
  member: StaffMember;
  isOwn: boolean;
  isSaving: boolean;
  onRole: (role: Role) => void;
}

const Member = ({ member: { _id, username, email, role, isBanned }, isOwn, isSaving, onRole }: MemberProps) => {
  const mayChange = useMay("roles:change");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={`/admin/users/${_id}`}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink pointer-fine:min-h-6"
          >
            {username}
          </Link>
          {(!mayChange || isOwn) && <RoleBadge role={role} />}
          {isOwn && <Badge tone="outline">You</Badge>}
          {isBanned && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{email}</p>
      </div>
      {mayChange && !isOwn && (
        <Select
          aria-label={`Role of ${username}`}
          value={role}
          disabled={isSaving}
          aria-busy={isSaving || undefined}
          onChange={({ target }) => onRole(target.value as Role)}
          className="text-sm sm:max-w-40 pointer-fine:min-h-9"
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {roleNames[one]}
            </option>
          ))}
        </Select>
      )}
    </li>
  );
};
