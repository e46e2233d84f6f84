// Sign-in and security, below the profile: passkeys, two-step verification, the password, the e-mail address, and the
// devices that are logged in.
import type { User } from "@jara/shared/users";
import { flushSync } from "react-dom";
import { useNavigate } from "#router";
import { ChangeEmail } from "../../features/credentials/components/change-email.tsx";
import { ChangePassword } from "../../features/credentials/components/change-password.tsx";
import { DeviceList } from "../../features/devices/device-list.tsx";
import { useRefreshDevices } from "../../features/devices/use-devices.ts";
import { PasskeyPanel } from "../../features/passkeys/components/passkey-panel.tsx";
import { TwoStepPanel } from "../../features/second-factor/components/two-step-panel.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { ToLogin } from "../../features/session/components/to-login.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { ProfilePart } from "./profile-part.tsx";

const Security = () => {
  usePageTitle("Login and security");
  const { isAuthenticated, isLoading, user } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated || !user) return <ToLogin />;
  return <Parts user={user} />;
};

export default Security;

const Parts = ({ user }: { user: User }) => {
  const { logOut } = useAuth();
  const navigate = useNavigate();
  const refreshDevices = useRefreshDevices();
  return (
    <ProfilePart of="settings" title="Login and security">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <PasskeyPanel isVerified={user.isEmailVerified} />
          <TwoStepPanel />
          <ChangePassword email={user.email} onChanged={refreshDevices} />
          <ChangeEmail email={user.email} isVerified={user.isEmailVerified} />
        </div>
        <DeviceList
          onLogOutHere={() => {
            // Log out first, as the header does, so that navigating home is the later navigation and wins.
            flushSync(logOut);
            navigate("/");
          }}
        />
      </div>
    </ProfilePart>
  );
};
