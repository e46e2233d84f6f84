// The staff's list of questions, and what they do with one.
import type { QuestionState, StaffQuestion, StaffQuestionsAnswer } from "@jara/shared/rest/questions";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../../connection/use-list-news.ts";
import { takeAnswer } from "../../../queries/take-answer.ts";
import { changeQuestion, type DeskAction, fetchDesk } from "../queries.ts";

const KEY = "desk-questions";

export const useDesk = (state: QuestionState, page: number) => {
  useListNews({ queryKey: [KEY] }, "questions");
  return useQuery({
    queryKey: [KEY, state, page],
    queryFn: ({ signal }) => fetchDesk(state, page, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
};

export const useChangeQuestion = (question: StaffQuestion, onDone: (action: DeskAction) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: DeskAction) => changeQuestion(question, action),
    onSuccess: (answer, action) => {
      // The list that is fetched again comes later than the next change may, and each change names the revision.
      takeAnswer<StaffQuestionsAnswer>(
        client,
        { queryKey: [KEY] },
        (held) => held && { ...held, questions: held.questions.map((one) => (one._id === answer._id ? answer : one)) },
      );
      onDone(action);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
};
