// The requests about questions of lots: a lot's list and asking, the staff's list and what they do with a question.
// Also puts a change that an event reports into the list.
import type {
  PublicQuestion,
  Question,
  QuestionState,
  QuestionsAnswer,
  StaffQuestion,
  StaffQuestionsAnswer,
} from "@jara/shared/rest/questions";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const pathOf = (auctionId: string) => `/auctions/${encodeURIComponent(auctionId)}/questions`;
const deskPathOf = (id: string) => `/admin/questions/${encodeURIComponent(id)}`;

export const questionsQuery = (auctionId: string) =>
  queryOptions({
    queryKey: ["questions", auctionId],
    queryFn: ({ signal }) => api.get<QuestionsAnswer>(pathOf(auctionId), undefined, signal),
  });

export const askQuestion = async (auctionId: string, text: string): Promise<Question> =>
  (await api.post<{ question: Question }>(pathOf(auctionId), { text })).question;

export const fetchDesk = (state: QuestionState, page: number, signal: AbortSignal): Promise<StaffQuestionsAnswer> =>
  api.get("/admin/questions", { state, page }, signal);

export type DeskAction =
  | { readonly is: "answer"; readonly text: string; readonly isChecked: boolean }
  | { readonly is: "hide"; readonly reason: string }
  | { readonly is: "show" };

export const changeQuestion = async ({ _id, revision }: StaffQuestion, action: DeskAction): Promise<StaffQuestion> => {
  const path = deskPathOf(_id);
  const send = (): Promise<{ question: StaffQuestion }> => {
    if (action.is === "answer")
      return api.put(`${path}/answer`, { text: action.text, revision, isChecked: action.isChecked });
    return action.is === "hide"
      ? api.post(`${path}/hide`, { reason: action.reason, revision })
      : api.post(`${path}/show`, { revision });
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
