// The screen of the notification preferences: the push messages of this device, and the form for all kinds and ways.
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { PreferencesForm } from "../../features/notifications/components/preferences-form.tsx";
import { preferencesQuery } from "../../features/notifications/queries.ts";
import { PushCard } from "../../features/this-device/push-card.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { useSession } from "../../store/session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const Preferences = () => {
  usePageTitle("Notification preferences");
  const userId = useSession(({ user }) => user?._id);
  const query = useQuery(preferencesQuery);
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <header className="grid">
        <Link to="/notifications" className={textLinkClass}>
          Back to notifications
        </Link>
        <h1 className="font-bold text-xl">Notification preferences</h1>
      </header>
      {userId && <PushCard userId={userId} />}
      <Loaded query={query} failed="Failed to fetch your preferences">
        {(preferences) => <PreferencesForm preferences={preferences} />}
      </Loaded>
    </div>
  );
};
export default Preferences;
