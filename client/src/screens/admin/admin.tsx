// Admin Panel (staff who see people): users, their roles and balances. Anybody else gets a page that says who may
// enter, and no redirect; a person who loses the right gets it at once.

import { may } from "@jara/shared/permissions";
import type { User } from "@jara/shared/users";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "#router";
import { AccessDenied, AuthenticationRequired } from "../../features/admin-users/components/access-refused.tsx";
import { DebugInfo } from "../../features/admin-users/components/debug-info.tsx";
import { RefusedUsernames } from "../../features/admin-users/components/refused-usernames.tsx";
import { SearchForm } from "../../features/admin-users/components/search-form.tsx";
import { UsersTable } from "../../features/admin-users/components/users-table.tsx";
import { sentenceOf } from "../../features/admin-users/hooks/use-user-edits.ts";
import { useUsers } from "../../features/admin-users/hooks/use-users.ts";
import { addressOf, readTerms, type UserSearchTerms, userFilters } from "../../features/admin-users/user-search.ts";
import { RateNotice } from "../../features/exchange-rate/rate-notice.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { paramsOf } from "../../lib/address-filters.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { RoleBadge } from "../../ui/role-badge.tsx";

export const Component = () => {
  usePageTitle("Admin Panel");
  const { isAuthenticated, isLoading, user } = useAuth();
  const { pathname, search } = useLocation();
  if (isLoading) return null;
  if (!isAuthenticated || !user) return <AuthenticationRequired from={`${pathname}${search}`} />;
  if (!may(user.role, "users:read")) return <AccessDenied role={user.role} />;
  return (
    <StaffOnly use="users:read">
      <AdminPanel user={user} />
    </StaffOnly>
  );
};

const failed = (error: unknown) => `Failed to fetch users: ${sentenceOf(error)}`;

const AdminPanel = ({ user }: { user: User }) => {
  const [params, setParams] = useSearchParams();
  const terms = readTerms(params);
  const { held, isLoadingPage, fetchedAt, error, refetch, put } = useUsers(terms);
  const [roleError, setRoleError] = useState<unknown>(null);
  const pagination = held?.pagination ?? null;

  const go = (change: Partial<UserSearchTerms>, replace = false) =>
    setParams(paramsOf({ ...terms, ...change }), { replace, preventScrollReset: true });
  const saved: typeof put = (changed) => {
    put(changed);
    refetch();
  };

  const lastPage = pagination?.pages ?? terms.page;
  useRedirectTo(!isLoadingPage && terms.page > lastPage ? lastPage : null, (page) => go({ page }, true));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PanelHeader user={user} total={pagination?.total ?? null} />
      <May use="site:settings">
        <RateNotice />
      </May>
      <SearchForm terms={terms} onSearch={(change) => go({ ...change, page: 1, ledger: "" })} />
      {error !== null && held && <RetryNotice onRetry={refetch}>{failed(error)}</RetryNotice>}
      {roleError !== null && <Notice tone="error">Failed to update user role: {sentenceOf(roleError)}</Notice>}
      {held && held.newUsers.length > 0 && (
        <Button variant="secondary" size="sm" className="justify-self-center" onClick={refetch}>
          Show {held.newUsers.length} new {held.newUsers.length === 1 ? "user" : "users"}
        </Button>
      )}
      <Loaded
        query={{ data: held, error, refetch }}
        failed={failed}
        loading={<Loading shapes={["h-20", "h-20 opacity-80", "h-20 opacity-60"]}>Loading users...</Loading>}
        empty={({ users }) =>
          users.length === 0 && <NobodyFound terms={terms} onClear={() => go({ ...userFilters.unfiltered, page: 1 })} />
        }
      >
        {({ users }) => (
          <UsersTable
            users={users}
            isLoadingPage={isLoadingPage}
            ownId={user._id}
            ledger={terms.ledger}
            onLedger={(ledger) => go({ ledger }, true)}
            onSaved={saved}
            onRoleError={(problem) => {
              setRoleError(problem);
              if (problem !== null) refetch();
            }}
          />
        )}
      </Loaded>
      {pagination && <Pager pagination={pagination} addressOf={(page) => addressOf({ ...terms, page, ledger: "" })} />}
      <RefusedUsernames />
      <DebugInfo
        user={user}
        terms={terms}
        shown={held?.users.length ?? null}
        pagination={pagination}
        fetchedAt={fetchedAt}
      />
    </div>
  );
};

/** Redirects from a page that no longer exists (an old link, a shorter list) to the last one. */
const useRedirectTo = (page: number | null, go: (page: number) => void) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page alone decides
  useEffect(() => {
    if (page !== null) go(page);
  }, [page]);
};

const NobodyFound = ({ terms, onClear }: { terms: UserSearchTerms; onClear: () => void }) => (
  <EmptyState
    title="No users found"
    action={
      userFilters.narrows(terms) && (
        <Button variant="secondary" onClick={onClear}>
          Show all users
        </Button>
      )
    }
  />
);

const PanelHeader = ({ user, total }: { user: User; total: number | null }) => (
  <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
    <div className="grid gap-1">
      <h1 className="font-bold text-xl">Admin Panel</h1>
      <p className="flex flex-wrap items-center gap-2 text-ink-soft">
        <span>
          Logged in as <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{user.username}</strong>
        </span>
        <RoleBadge role={user.role} />
      </p>
    </div>
    {total !== null && (
      <p role="status" className="tabular text-ink-soft text-sm">
        {total} {total === 1 ? "user" : "users"}
      </p>
    )}
  </header>
);
