// Withdrawals (staff who decide about them): the queue, where each is approved or refused.
import { formatMoney } from "@jara/shared/money";
import { useState } from "react";
import { Link, useSearchParams } from "#router";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { AdminWithdrawalCard } from "../../features/withdrawals/components/admin-withdrawal-card.tsx";
import { DecideDialog, type WithdrawalQuestion } from "../../features/withdrawals/components/decide-dialog.tsx";
import { useAdminWithdrawals } from "../../features/withdrawals/hooks/use-admin-withdrawals.ts";
import { stateWords } from "../../features/withdrawals/state-words.ts";
import { statuses, withdrawalFilters } from "../../features/withdrawals/withdrawal-filters.ts";
import { addressAt } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { toast } from "../../store/toast.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Choice, optionsOf } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";

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

const Queue = () => {
  const [params, setParams] = useSearchParams();
  const filters = withdrawalFilters.read(params);
  const query = useAdminWithdrawals(filters);
  const [question, setQuestion] = useState<WithdrawalQuestion | null>(null);
  return (
    <>
      <Choice
        label="Status"
        className="max-w-60"
        value={filters.status}
        options={optionsOf("All, open ones first", statuses, (status) => stateWords[status].label)}
        onChoose={(status) => setParams(withdrawalFilters.write({ ...withdrawalFilters.none, status }))}
      />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load withdrawals")}
        loading={<Loading shapes={["h-48", "h-48 opacity-70"]}>Loading withdrawals...</Loading>}
        empty={({ withdrawals }) =>
          withdrawals.length === 0 && (
            <EmptyState
              title={filters.status ? "No withdrawals have this status." : "Nobody has asked for a withdrawal."}
            />
          )
        }
        pager={(pagination) => (
          <Pager
            pagination={pagination}
            addressOf={(page) => addressAt("/admin/withdrawals", withdrawalFilters.write({ ...filters, page }))}
          />
        )}
      >
        {({ withdrawals }) => (
          <ul className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
            {withdrawals.map((withdrawal) => (
              <AdminWithdrawalCard
                key={withdrawal._id}
                withdrawal={withdrawal}
                onAsk={(verdict) => setQuestion({ withdrawal, verdict })}
              />
            ))}
          </ul>
        )}
      </LoadedPage>
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
