// The inbox: the reader's notifications of the last 90 days, live. Its second page has the preferences.
import { Settings } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "#router";
import { InboxList } from "../features/notifications/components/inbox-list.tsx";
import { useInbox } from "../features/notifications/use-inbox.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const Preferences = lazy(() => import("./account/notification-preferences.tsx"));
const NotFound = lazy(async () => ({ default: (await import("./not-found.tsx")).Component }));

export const Component = () => {
  const { page } = useParams();
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  if (page === undefined) return <Inbox />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      {page === "preferences" ? <Preferences /> : <NotFound />}
    </Suspense>
  );
};

const Inbox = () => {
  usePageTitle("Notifications");
  const [onlyUnread, setOnlyUnread] = useState(false);
  const { query, rows, readOne, readAll } = useInbox(onlyUnread);
  const unread = query.data?.pages[0]?.unread ?? 0;
  const newest = query.data?.pages[0]?.asOf;
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-2">
        <h1 className="font-bold text-xl">Notifications</h1>
        <Link to="/notifications/preferences" className={`-mr-3 ${buttonClass("ghost", "sm")}`}>
          <Settings aria-hidden className="size-5" />
          <span className="max-sm:sr-only">Choose what you get</span>
        </Link>
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-6 accent-brand"
            checked={onlyUnread}
            onChange={({ target }) => setOnlyUnread(target.checked)}
          />
          Unread only
        </label>
        {unread > 0 && newest && (
          <Button variant="secondary" pending={readAll.isPending} onClick={() => readAll.mutate(newest)}>
            Mark all as read
          </Button>
        )}
      </div>
      {readAll.isError && <Notice tone="error">{messageOf(readAll.error, "Failed to mark them as read")}</Notice>}
      <Loaded
        query={query}
        failed="Failed to fetch your notifications"
        empty={() => rows.length === 0 && <NothingHere onlyUnread={onlyUnread} />}
      >
        {() => <InboxList rows={rows} onRead={(id) => readOne.mutate(id)} />}
      </Loaded>
      <LoadMore query={query} />
    </div>
  );
};

const NothingHere = ({ onlyUnread }: { onlyUnread: boolean }) => (
  <EmptyState
    title={onlyUnread ? "You have read everything" : "Nothing here yet"}
    action={
      !onlyUnread && (
        <Link to="/" className={buttonClass("primary")}>
          Browse Auctions
        </Link>
      )
    }
  >
    When you are outbid, win, pay, or something happens to a lot you bid on, you read it here.
  </EmptyState>
);
