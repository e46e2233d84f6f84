// Profile: who the user is and the balance, and below it three parts: details, money and settings. The pages that belong
// to the parts (statement, withdrawals, security, the person's data) are fetched from here, because every line of the
// router is part of Home's first load. A signed-out user is sent to the login and back.
import type { User } from "@jara/shared/users";
import { lazy, Suspense } from "react";
import { Navigate, useLocation, useParams } from "#router";
import { AccountStatistics } from "../../features/profile/account-statistics.tsx";
import { ProfileDetails } from "../../features/profile/profile-details.tsx";
import { ProfileHeader } from "../../features/profile/profile-header.tsx";
import { SettingsList } from "../../features/profile/settings-list.tsx";
import { useProfile } from "../../features/profile/use-profile.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { ToLogin } from "../../features/session/components/to-login.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { PageTabs } from "../../ui/page-tabs.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BalanceParts } from "./balance-parts.tsx";
import { isAboutMoney, ProfileMoney } from "./profile-money.tsx";
import { type PartName, profileParts } from "./profile-part.tsx";

const Statement = lazy(() => import("../statement.tsx"));
const Security = lazy(() => import("./security.tsx"));
const OwnData = lazy(() => import("./own-data.tsx"));
const Withdraw = lazy(async () => ({ default: (await import("../withdraw.tsx")).Component }));
const NotFound = lazy(async () => ({ default: (await import("../not-found.tsx")).Component }));

export const Component = () => {
  const { page } = useParams();
  if (page === undefined) return <ProfileScreen part="details" />;
  if (page === "money" || page === "settings") return <ProfileScreen part={page} />;
  return <Suspense fallback={<Skeleton className="h-96" />}>{pageOf(page)}</Suspense>;
};

const pageOf = (page: string) => {
  if (page === "statement") return <Statement />;
  if (page === "security") return <Security />;
  if (page === "privacy") return <OwnData />;
  return page === "withdraw" ? <Withdraw /> : <NotFound />;
};

const ProfileScreen = ({ part }: { part: PartName }) => {
  usePageTitle(part === "details" ? "Profile" : profileParts[part].label);
  const { isAuthenticated, isLoading } = useAuth();
  const { search, hash } = useLocation();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (part === "details" && isAboutMoney(search, hash)) {
    return <Navigate replace to={{ pathname: profileParts.money.to, search, hash }} />;
  }
  return <Profile part={part} />;
};

const Profile = ({ part }: { part: PartName }) => {
  const profile = useProfile();
  const { user } = useAuth();

  if (!profile.data || !user) {
    return (
      <div className="grid gap-6">
        <h1 className="font-bold text-xl">Profile</h1>
        <Loaded
          query={profile}
          failed={(error) => messageOf(error, "Failed to load profile")}
          loading={<Loading shapes={["h-64", "h-64"]}>Loading your profile...</Loading>}
        >
          {() => null}
        </Loaded>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ProfileHeader user={user}>{part !== "money" && <BalanceParts />}</ProfileHeader>
      <PageTabs
        label="Profile"
        tabs={Object.entries(profileParts).map(([name, { to, label }]) => ({ to, label, isCurrent: name === part }))}
      />
      {part === "money" ? (
        <ProfileMoney user={user} />
      ) : part === "settings" ? (
        <SettingsList />
      ) : (
        <Details user={user} />
      )}
    </div>
  );
};

const Details = ({ user }: { user: User }) => (
  <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
    <ProfileDetails user={user} />
    <AccountStatistics user={user} />
  </div>
);
