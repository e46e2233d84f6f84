// The staff's list of questions, and what they do with one.
import type { QuestionState, StaffQuestion } from "@jara/shared/rest/questions";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../../connection/use-list-news.ts";
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
    onSuccess: (_, action) => onDone(action),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
};
