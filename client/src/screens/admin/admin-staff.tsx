// Staff (managers and administrators): who works here, with which role, and the invitations.
import { useAuth } from "../../features/session/auth-context.tsx";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { InvitationList } from "../../features/staff/components/invitation-list.tsx";
import { InviteForm } from "../../features/staff/components/invite-form.tsx";
import { StaffList } from "../../features/staff/components/staff-list.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { Panel } from "../../ui/panel.tsx";

export const Component = () => {
  usePageTitle("Staff");
  const { user } = useAuth();
  return (
    <StaffOnly use="staff:invite">
      {user && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h1 className="font-bold text-xl">Staff</h1>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            <Panel title="People">
              <StaffList ownId={user._id} />
            </Panel>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Panel title="Invite somebody">
                <InviteForm ownRole={user.role} />
              </Panel>
              <Panel title="Waiting invitations">
                <InvitationList ownRole={user.role} />
              </Panel>
            </div>
          </div>
        </div>
      )}
    </StaffOnly>
  );
};
