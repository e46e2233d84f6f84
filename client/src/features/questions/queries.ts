// The requests about questions of lots: a lot's list and asking, the staff's list and what they do with a question.
// Also puts a change that an event reports into the list.
import * as calls from "@jara/shared/calls/questions";
import type {
  PublicQuestion,
  Question,
  QuestionState,
  QuestionsAnswer,
  StaffQuestion,
  StaffQuestionsAnswer,
} from "@jara/shared/rest/questions";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const questionsQuery = (auctionId: string) =>
  queryOptions({
    queryKey: ["questions", auctionId],
    queryFn: ({ signal }) => ask(calls.listQuestions, { params: { id: auctionId }, signal }),
  });

export const askQuestion = async (auctionId: string, text: string): Promise<Question> =>
  (await ask(calls.askQuestion, { params: { id: auctionId }, body: { text } })).question;

export const fetchDesk = (state: QuestionState, page: number, signal: AbortSignal): Promise<StaffQuestionsAnswer> =>
  ask(calls.listQuestionsOfAllLots, { query: { state, page }, signal });

export type DeskAction =
  | { readonly is: "answer"; readonly text: string; readonly isChecked: boolean }
  | { readonly is: "hide"; readonly reason: string }
  | { readonly is: "show" };

export const changeQuestion = async ({ _id, revision }: StaffQuestion, action: DeskAction): Promise<StaffQuestion> => {
  const send = (): Promise<{ question: StaffQuestion }> => {
    if (action.is === "answer")
      return ask(calls.answerQuestion, {
        params: { id: _id },
        body: { text: action.text, revision, isChecked: action.isChecked },
      });
    return action.is === "hide"
      ? ask(calls.hideQuestion, { params: { id: _id }, body: { reason: action.reason, revision } })
      : ask(calls.showQuestion, { params: { id: _id }, body: { revision } });
  };
  return (await send()).question;
};

/** The change of a question that an event reports. */
interface Changed {
  readonly questionId: string;
  readonly revision: number;
  readonly question: PublicQuestion | null;
}

/**
 * Puts a change into the list that was read. An older one than is there changes nothing. The reader's own question stays
 * when it is hidden, and says so; the reader's own name, and names in full for staff, stay too.
 */
export const withChange = (held: QuestionsAnswer, { questionId, revision, question }: Changed): QuestionsAnswer => {
  const known = held.questions.find(({ _id }) => _id === questionId);
  if (known && known.revision >= revision) return held;
  const others = held.questions.filter((one) => one !== known);
  const kept = known && (question ? { ...known, ...question, asker: known.asker } : known.isOwn ? known : null);
  const shown: Question | null = kept
    ? { ...kept, revision, isHidden: question === null, isHeld: kept.isHeld && question === null }
    : question && { ...question, isOwn: false, isHidden: false, isHeld: false };
  return {
    ...held,
    questions: [...others, ...(shown ? [shown] : [])].sort((a, b) => b.askedAt.localeCompare(a.askedAt)),
  };
};
