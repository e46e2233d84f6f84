// The invitations that nobody has accepted yet. Each can be taken back by whoever may invite for its role.
import { mayInviteAs, type Role, type StaffRole } from "@jara/shared/permissions";
import type { Invitation } from "@jara/shared/rest/invitations";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../../lib/api.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { toast } from "../../../store/toast.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RoleBadge } from "../../../ui/role-badge.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { invitationsQuery, takeBack } from "../queries.ts";

export const InvitationList = ({ ownRole }: { ownRole: Role }) => {
  const query = useQuery(invitationsQuery);
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load the invitations")}
      loading={<Skeleton className="h-24" />}
      empty={({ invitations }) =>
        invitations.length === 0 && <p className="text-ink-soft text-sm">Nobody is invited at the moment.</p>
      }
    >
      {({ invitations }) => (
        <ul aria-label="Invitations, newest first" className="divide-y divide-line">
          {invitations.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} ownRole={ownRole} />
          ))}
        </ul>
      )}
    </Loaded>
  );
};

const Row = ({ invitation, ownRole }: { invitation: Invitation; ownRole: Role }) => {
  const { _id, email, role, invitedBy, expiresAt, isExpired } = invitation;
  const client = useQueryClient();
  const taking = useMutation({
    mutationFn: takeBack,
    onSuccess: () => toast.success(`The invitation of ${email} is taken back`),
    onError: (error) => toast.error(messageOf(error, "The invitation could not be taken back")),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between sm:flex-nowrap gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold [overflow-wrap:anywhere]">{email}</strong>
          <RoleBadge role={role} />
          {isExpired && <Badge tone="danger">Expired</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          Invited by {invitedBy.username}; {isExpired ? "could be accepted until" : "can be accepted until"}{" "}
          <time dateTime={expiresAt}>{lagosDateTime(expiresAt)}</time>
        </p>
      </div>
      {mayInviteAs(ownRole, role as StaffRole) && (
        <Button
          variant="secondary"
          size="sm"
          pending={taking.isPending}
          className="shrink-0 whitespace-nowrap"
          aria-label={`Take back the invitation of ${email}`}
          onClick={() => taking.mutate(_id)}
        >
          Take back
        </Button>
      )}
    </li>
  );
};
