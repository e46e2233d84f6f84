// Questions (staff who make lots): what people asked about lots. Each is answered in public, or hidden.
import type { QuestionState } from "@jara/shared/rest/questions";
import { useSearchParams } from "react-router-dom";
import { DeskCard } from "../../features/questions/desk/desk-card.tsx";
import { useDesk } from "../../features/questions/desk/use-desk.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Questions");
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h1 className="font-bold text-xl">Questions</h1>
        <Desk />
      </div>
    </StaffOnly>
  );
};

const labels: Record<QuestionState, string> = { waiting: "Waiting", answered: "Answered", hidden: "Hidden" };
const states = Object.keys(labels) as QuestionState[];
const empty: Record<QuestionState, string> = {
  waiting: "No question waits for an answer.",
  answered: "No question was answered yet.",
  hidden: "No question is hidden.",
};

const addressOf = (state: QuestionState, page = 1): string =>
  `/admin/questions?${new URLSearchParams({ state, ...(page > 1 && { page: String(page) }) })}`;

const Desk = () => {
  const [params] = useSearchParams();
  const state = states.find((one) => one === params.get("state")) ?? "waiting";
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  const { data, error, isPlaceholderData, refetch } = useDesk(state, page);
  return (
    <>
      <CountTabs
        label="Questions by state"
        tabs={states.map((key) => ({
          ...{ key, label: labels[key], count: data?.counts[key] },
          ...{ isChosen: key === state, to: addressOf(key) },
        }))}
      />
      {!data ? (
        error ? (
          <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load the questions")}</RetryNotice>
        ) : (
          <Loading />
        )
      ) : data.questions.length === 0 ? (
        <EmptyState title={empty[state]}>
          {state === "waiting" && "New questions appear here. Questions about the lot that ends next come first."}
        </EmptyState>
      ) : (
        <ul
          aria-label={labels[state]}
          aria-busy={isPlaceholderData}
          className={cx("grid items-start gap-3 xl:grid-cols-2", isPlaceholderData && "opacity-60")}
        >
          {data.questions.map((question) => (
            <DeskCard key={question._id} question={question} />
          ))}
        </ul>
      )}
      {data && <Pager pagination={data.pagination} addressOf={(to) => addressOf(state, to)} />}
    </>
  );
};

const Loading = () => (
  <div className="grid gap-3">
    <p role="status" className="text-ink-soft">
      Loading questions...
    </p>
    <Skeleton className="h-40" />
    <Skeleton className="h-40 opacity-70" />
  </div>
);
