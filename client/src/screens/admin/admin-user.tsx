// One user (staff who see people): contact, bids, money, sessions, notes and what was done; the account is suspended
// and restored here. The part that is shown is in the address.
import { mayRestrain } from "@jara/shared/permissions";
import type { UserPage } from "@jara/shared/rest/user-page";
import type { AdminUser } from "@jara/shared/rest/users";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams, useSearchParams } from "#router";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { BalanceEditor } from "../../features/admin-users/components/balance-editor.tsx";
import { Ledger } from "../../features/admin-users/components/ledger.tsx";
import { PayerRecord } from "../../features/admin-users/components/payer-record.tsx";
import { UserReceipts } from "../../features/admin-users/components/user-receipts.tsx";
import { userPageQuery } from "../../features/admin-users/user-page/queries.ts";
import { RestoreDialog } from "../../features/admin-users/user-page/restore-dialog.tsx";
import { SuspendDialog } from "../../features/admin-users/user-page/suspend-dialog.tsx";
import { CurrentSuspension, EarlierSuspensions } from "../../features/admin-users/user-page/suspension-list.tsx";
import { UserActions } from "../../features/admin-users/user-page/user-actions.tsx";
import { UserBids } from "../../features/admin-users/user-page/user-bids.tsx";
import { UserFacts } from "../../features/admin-users/user-page/user-facts.tsx";
import { UserNotes } from "../../features/admin-users/user-page/user-notes.tsx";
import { UserSessions } from "../../features/admin-users/user-page/user-sessions.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { BidderPanel } from "../../features/who-may-bid/staff/bidder-panel.tsx";
import { ApiError, messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { toast } from "../../store/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { useMay } from "../../ui/may.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RoleBadge } from "../../ui/role-badge.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  return (
    <StaffOnly use="users:read">
      <UserPageOf key={id} id={id} />
    </StaffOnly>
  );
};

const BackToUsers = () => (
  <Link to="/admin" className={buttonClass("secondary", "sm")}>
    All users
  </Link>
);

/** Shows the user as the server has just said, and reads the rest of the page again. */
const takeUser = (client: QueryClient, user: AdminUser): void => {
  const { queryKey } = userPageQuery(user._id);
  client.setQueryData<UserPage>(queryKey, (held) => held && { ...held, user });
  void client.invalidateQueries({ queryKey });
};

const UserPageOf = ({ id }: { id: string }) => {
  const page = useQuery(userPageQuery(id));
  const client = useQueryClient();
  useLiveEvent("user:updated", ({ user }) => {
    if (user._id === id) takeUser(client, user);
  });
  useRefetchOnJoin("admin", page);
  const isNotFound = page.error instanceof ApiError && page.error.status === 404;
  usePageTitle(isNotFound ? "User not found" : (page.data?.user.username ?? "User"));

  if (isNotFound) return <EmptyState title="User not found" isPage action={<BackToUsers />} />;
  return (
    <Loaded
      query={page}
      failed={(error) => messageOf(error, "Failed to load the user")}
      loading={<Loading shapes={["h-24", "h-64"]}>Loading the user...</Loading>}
    >
      {(found) => <Found page={found} />}
    </Loaded>
  );
};

const parts = { overview: "Overview", bids: "Bids", money: "Money", sessions: "Sessions", history: "History" } as const;
type Part = keyof typeof parts;

const Found = ({ page }: { page: UserPage }) => {
  const { user, suspensions } = page;
  const [params] = useSearchParams();
  const maySuspend = useMay("users:suspend");
  const open = (Object.keys(parts) as Part[]).filter((part) => part !== "sessions" || maySuspend);
  const shown = open.find((part) => part === params.get("show")) ?? "overview";
  const current = suspensions.find(({ liftedAt }) => liftedAt === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Heading page={page} />
      {user.isBanned && <CurrentSuspension current={current} />}
      <nav aria-label={`About ${user.username}`} className="overflow-x-auto border-line border-b">
        <ul className="flex justify-between sm:justify-start">
          {open.map((part) => (
            <li key={part}>
              <Link
                to={part === "overview" ? "?" : `?show=${part}`}
                replace
                preventScrollReset
                aria-current={part === shown ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center whitespace-nowrap border-b-2 px-1 text-sm sm:px-4",
                  part === shown ? "border-brand font-semibold text-brand" : "border-transparent text-ink-soft",
                )}
              >
                {parts[part]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Shown part={shown} page={page} />
    </div>
  );
};

const Heading = ({ page: { user } }: { page: UserPage }) => {
  const { user: me } = useAuth();
  const [asked, setAsked] = useState<"suspend" | "restore" | null>(null);
  const client = useQueryClient();
  const isOwn = me?._id === user._id;
  const maySuspend = useMay("users:suspend");
  const done = (changed: AdminUser, what: string) => {
    setAsked(null);
    toast.success(what);
    takeUser(client, changed);
  };
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <h1 className="font-bold text-xl [overflow-wrap:anywhere]">{user.username}</h1>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <RoleBadge role={user.role} />
          {isOwn && <Badge tone="outline">You</Badge>}
          {!user.isEmailVerified && <Badge tone="amber">Not verified</Badge>}
          {user.isBanned && <Badge tone="danger">Suspended</Badge>}
          <span>
            Balance{" "}
            <OwnMoney
              amount={user.balance}
              currency="NGN"
              className={cx("font-semibold", user.balance < 0 && "text-danger")}
            />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <BackToUsers />
        {!mayRestrain(me?.role ?? "user", user.role) || !maySuspend ? null : user.isBanned ? (
          <Button size="sm" onClick={() => setAsked("restore")}>
            Restore
          </Button>
        ) : (
          !isOwn && (
            <Button variant="danger" size="sm" onClick={() => setAsked("suspend")}>
              Suspend
            </Button>
          )
        )}
      </div>
      <SuspendDialog
        user={user}
        open={asked === "suspend"}
        onClose={() => setAsked(null)}
        onDone={({ user }) => done(user, `${user.username} is suspended`)}
      />
      <RestoreDialog
        user={user}
        open={asked === "restore"}
        onClose={() => setAsked(null)}
        onDone={({ user }) => done(user, `${user.username} can log in again`)}
      />
    </header>
  );
};

const Shown = ({ part, page: { user, facts, suspensions } }: { part: Part; page: UserPage }): ReactNode => {
  const mayApprove = useMay("bidders:approve");
  const earlier = suspensions.filter(({ liftedAt }) => liftedAt !== null);
  switch (part) {
    case "overview":
      return (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Panel title="Account and contact">
            <UserFacts user={user} facts={facts} />
          </Panel>
          <Panel title="Notes">
            <UserNotes userId={user._id} />
          </Panel>
          {mayApprove && user.role === "user" && (
            <Panel title="As a bidder">
              <BidderPanel userId={user._id} />
            </Panel>
          )}
          {earlier.length > 0 && (
            <Panel title="Earlier suspensions">
              <EarlierSuspensions suspensions={earlier} />
            </Panel>
          )}
        </div>
      );
    case "bids":
      return (
        <Panel title="Bids">
          <UserBids userId={user._id} />
        </Panel>
      );
    case "money":
      return <Money user={user} />;
    case "sessions":
      return (
        <Panel title="Sessions">
          <UserSessions userId={user._id} username={user.username} />
        </Panel>
      );
    case "history":
      return (
        <Panel title="What was done to this account">
          <UserActions userId={user._id} />
        </Panel>
      );
  }
};

const Money = ({ user }: Pick<UserPage, "user">) => {
  const { user: me } = useAuth();
  // Nobody can change their own balance.
  const mayEdit = useMay("balances:change") && me?._id !== user._id;
  const [isEditing, setIsEditing] = useState(false);
  const client = useQueryClient();
  return (
    <div className="grid gap-4">
      <Panel title="Wins and debts">
        <PayerRecord user={user} />
      </Panel>
      <Panel
        title="Balance and ledger"
        action={
          !isEditing &&
          mayEdit && (
            <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
              Edit Balance
            </Button>
          )
        }
      >
        {isEditing && (
          <BalanceEditor
            user={user}
            onClose={() => setIsEditing(false)}
            onSaved={(changed) => takeUser(client, changed)}
          />
        )}
        <Ledger user={user} />
        <UserReceipts user={user} />
      </Panel>
    </div>
  );
};
