// Approvals (staff who book payments): changes of money that wait for a second person, then what became of earlier ones.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "#router";
import { ApprovalRow } from "../../features/approvals/approval-row.tsx";
import { DecisionDialog, type DecisionQuestion } from "../../features/approvals/decision-dialog.tsx";
import { approvalsQuery } from "../../features/approvals/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { pageIn } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Approvals");
  return (
    <StaffOnly use="settlements:book">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-1">
          <h1 className="font-bold text-xl">Approvals</h1>
          <p className="text-ink-soft">Large changes of money wait here for a second person.</p>
        </div>
        <List />
      </div>
    </StaffOnly>
  );
};

const List = () => {
  const [params] = useSearchParams();
  const page = pageIn(params);
  const query = useQuery(approvalsQuery(page));
  const [question, setQuestion] = useState<DecisionQuestion | null>(null);
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load the approvals")}
      loading={<Skeleton className="h-48" />}
      empty={({ pagination }) =>
        pagination.total === 0 && (
          <EmptyState title="Nothing waits">Changes that need a second person appear here.</EmptyState>
        )
      }
    >
      {(data) => {
        const isOpen = ({ status }: { status: string }) => status === "waiting" || status === "approved";
        const groups = [
          { title: "Waiting", approvals: data.approvals.filter(isOpen) },
          { title: "Decided", approvals: data.approvals.filter((one) => !isOpen(one)) },
        ];
        return (
          <>
            {groups.map(
              ({ title, approvals }) =>
                approvals.length > 0 && (
                  <Panel key={title} title={title}>
                    <ul className="divide-y divide-line">
                      {approvals.map((approval) => (
                        <ApprovalRow
                          key={approval._id}
                          approval={approval}
                          onDecide={(decision) => setQuestion({ approval, decision })}
                        />
                      ))}
                    </ul>
                  </Panel>
                ),
            )}
            <Pager pagination={data.pagination} addressOf={(to) => (to > 1 ? `?page=${to}` : "?")} />
            <DecisionDialog question={question} onClose={() => setQuestion(null)} />
          </>
        );
      }}
    </Loaded>
  );
};
