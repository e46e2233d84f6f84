// The staff's list of questions, and what they do with one.
import type { QuestionState, StaffQuestion } from "@jara/shared/rest/questions";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeQuestion, type DeskAction, fetchDesk } from "../queries.ts";

const KEY = "desk-questions";
/** No event says that a question came. */
const POLL_MS = 15_000;

export const useDesk = (state: QuestionState, page: number) =>
  useQuery({
    queryKey: [KEY, state, page],
    queryFn: ({ signal }) => fetchDesk(state, page, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

export const useChangeQuestion = (question: StaffQuestion, onDone: (action: DeskAction) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: DeskAction) => changeQuestion(question, action),
    onSuccess: (_, action) => onDone(action),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
};
