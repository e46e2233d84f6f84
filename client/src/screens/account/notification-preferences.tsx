// The screen of the notification preferences: the push messages of this device, and the form for all kinds and ways.
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { PreferencesForm } from "../../features/notifications/components/preferences-form.tsx";
import { preferencesQuery } from "../../features/notifications/queries.ts";
import { PushCard } from "../../features/this-device/push-card.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { useSession } from "../../store/session.ts";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const Preferences = () => {
  usePageTitle("Notification preferences");
  const userId = useSession(({ user }) => user?._id);
  const { data, isError, refetch } = useQuery(preferencesQuery);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <Link
        to="/notifications"
        className={`${textLinkClass} inline-flex min-h-11 items-center gap-1 justify-self-start`}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Notifications
      </Link>
      <h1 className="font-bold text-xl">Notification preferences</h1>
      {userId && <PushCard userId={userId} />}
      {data && <PreferencesForm preferences={data} />}
      {isError && !data && <RetryNotice onRetry={() => void refetch()}>Failed to fetch your preferences</RetryNotice>}
      {!data && !isError && <Skeleton className="h-96" />}
    </div>
  );
};
export default Preferences;
