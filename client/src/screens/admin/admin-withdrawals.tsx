// Withdrawals (staff who decide about them): the queue, where each is approved or refused.
import { formatMoney } from "@jara/shared/money";
import type { WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { AdminWithdrawalCard } from "../../features/withdrawals/components/admin-withdrawal-card.tsx";
import { DecideDialog, type WithdrawalQuestion } from "../../features/withdrawals/components/decide-dialog.tsx";
import { useAdminWithdrawals } from "../../features/withdrawals/hooks/use-admin-withdrawals.ts";
import { stateWords } from "../../features/withdrawals/state-words.ts";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { toast } from "../../store/toast.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Withdrawals");
  return (
    <StaffOnly use="withdrawals:decide">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-bold text-xl">Withdrawals</h1>
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Settlements
          </Link>
        </div>
        <Queue />
      </div>
    </StaffOnly>
  );
};

const statuses = Object.keys(stateWords) as WithdrawalStatus[];

const readFilters = (params: URLSearchParams): { status: WithdrawalStatus | ""; page: number } => ({
  status: statuses.find((status) => status === params.get("status")) ?? "",
  page: Math.max(1, Math.trunc(Number(params.get("page"))) || 1),
});

const addressOf = (status: string, page: number): string =>
  `/admin/withdrawals?${new URLSearchParams({ ...(status && { status }), ...(page > 1 && { page: String(page) }) })}`;

const Queue = () => {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const { data, error, isPlaceholderData, refetch } = useAdminWithdrawals(filters);
  const [question, setQuestion] = useState<WithdrawalQuestion | null>(null);
  return (
    <>
      <Field label="Status" className="max-w-60">
        {(control) => (
          <Select
            {...control}
            value={filters.status}
            onChange={({ target }) => setParams(target.value ? { status: target.value } : {})}
          >
            <option value="">All, open ones first</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {stateWords[status].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!data ? (
        error ? (
          <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load withdrawals")}</RetryNotice>
        ) : (
          <Loading />
        )
      ) : data.withdrawals.length === 0 ? (
        <EmptyState
          title={filters.status ? "No withdrawals have this status." : "Nobody has asked for a withdrawal."}
        />
      ) : (
        <ul
          aria-busy={isPlaceholderData}
          className={cx("grid gap-3 lg:grid-cols-2 xl:grid-cols-3", isPlaceholderData && "opacity-60")}
        >
          {data.withdrawals.map((withdrawal) => (
            <AdminWithdrawalCard
              key={withdrawal._id}
              withdrawal={withdrawal}
              onAsk={(verdict) => setQuestion({ withdrawal, verdict })}
            />
          ))}
        </ul>
      )}
      {data && <Pager pagination={data.pagination} addressOf={(page) => addressOf(filters.status, page)} />}
      <DecideDialog
        question={question}
        onClose={() => setQuestion(null)}
        onDone={({ amount, status }) => {
          setQuestion(null);
          toast.success(`${formatMoney(amount, "NGN")}: ${stateWords[status].label.toLowerCase()}`);
        }}
      />
    </>
  );
};

const Loading = () => (
  <div className="grid gap-3">
    <p role="status" className="text-ink-soft">
      Loading withdrawals...
    </p>
    <Skeleton className="h-48" />
    <Skeleton className="h-48 opacity-70" />
  </div>
);
