// Questions (staff who make lots): what people asked about lots. Each is answered in public, or hidden.
import type { QuestionState } from "@jara/shared/rest/questions";
import { useSearchParams } from "#router";
import { DeskCard } from "../../features/questions/desk/desk-card.tsx";
import { useDesk } from "../../features/questions/desk/use-desk.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { addressAt, choiceIn, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";

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

const addressOf = (state: QuestionState, page = 1): string => addressAt("/admin/questions", paramsOf({ state, page }));

const Desk = () => {
  const [params] = useSearchParams();
  const state = choiceIn(params, "state", states, "waiting");
  const page = pageIn(params);
  const query = useDesk(state, page);
  return (
    <>
      <CountTabs
        label="Questions by state"
        tabs={states.map((key) => ({
          key,
          label: labels[key],
          count: query.data?.counts[key],
          isChosen: key === state,
          to: addressOf(key),
        }))}
      />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the questions")}
        loading={<Loading shapes={["h-40", "h-40 opacity-70"]}>Loading questions...</Loading>}
        empty={({ questions }) =>
          questions.length === 0 && (
            <EmptyState title={empty[state]}>
              {state === "waiting" && "New questions appear here. Questions about the lot that ends next come first."}
            </EmptyState>
          )
        }
        pager={(pagination) => <Pager pagination={pagination} addressOf={(to) => addressOf(state, to)} />}
      >
        {({ questions }) => (
          <ul aria-label={labels[state]} className="grid items-start gap-3 xl:grid-cols-2">
            {questions.map((question) => (
              <DeskCard key={question._id} question={question} />
            ))}
          </ul>
        )}
      </LoadedPage>
    </>
  );
};
