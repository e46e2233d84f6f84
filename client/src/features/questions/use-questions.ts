// The questions about a lot, live: read once, and again after each loss of the connection; events in between.
import type { QuestionsAnswer } from "@jara/shared/rest/questions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { askQuestion, questionsQuery, withChange } from "./queries.ts";

export const useQuestions = (auctionId: string) => {
  const client = useQueryClient();
  const { queryKey } = questionsQuery(auctionId);
  const { data, error, refetch } = useQuery(questionsQuery(auctionId));
  const [news, setNews] = useState("");
  useLiveEvent("auction:question-changed", (event) => {
    if (event.auctionId !== auctionId) return;
    // An answer that is under way may be older than this event.
    void client.cancelQueries({ queryKey });
    const held = client.getQueryData(queryKey);
    if (held) client.setQueryData(queryKey, withChange(held, event));
    else void refetch();
    if (event.question) setNews(`A question about this lot was answered: ${event.question.text}`);
  });
  useOnLive(() => void refetch());
  return { data, error, news, retry: () => void refetch() };
};

export const useAskQuestion = (auctionId: string, onAsked: () => void) => {
  const client = useQueryClient();
  const { queryKey } = questionsQuery(auctionId);
  return useMutation({
    mutationFn: (text: string) => askQuestion(auctionId, text),
    onSuccess: (question) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (held: QuestionsAnswer | undefined) =>
          held && { ...held, questions: [question, ...held.questions.filter(({ _id }) => _id !== question._id)] },
      );
      onAsked();
    },
  });
};
