// Your data, below the profile: downloads everything about the person, and deletes the account.
import { Link } from "#router";
import { NoPassword } from "../../features/credentials/components/no-password.tsx";
import { DeleteAccount } from "../../features/own-data/components/delete-account.tsx";
import { DownloadData } from "../../features/own-data/components/download-data.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { ToLogin } from "../../features/session/components/to-login.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { ProfilePart } from "./profile-part.tsx";

const OwnData = () => {
  usePageTitle("Your data");
  const { isAuthenticated, isLoading, user } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated || !user) return <ToLogin />;
  return (
    <ProfilePart of="settings" title="Your data">
      <p className="max-w-prose text-ink-soft text-sm">
        What we keep, why and for how long is in our{" "}
        <Link to="/privacy" className="font-semibold text-brand underline underline-offset-4">
          privacy notice
        </Link>
        .
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <DownloadData />
        <DeleteAccount noPassword={<NoPassword email={user.email} />} />
      </div>
    </ProfilePart>
  );
};

export default OwnData;
