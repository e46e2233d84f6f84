// The questions about a lot, live: read once, and again after each loss of the connection; events in between.
import type { QuestionsAnswer } from "@jara/shared/rest/questions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { askQuestion, questionsQuery, withChange } from "./queries.ts";

export const useQuestions = (auctionId: string) => {
  const client = useQueryClient();
  const { queryKey } = questionsQuery(auctionId);
  const { data, error, refetch } = useQuery(questionsQuery(auctionId));
  const [news, setNews] = useState("");
  useLiveEvent("auction:question-changed", (event) => {
    if (event.auctionId !== auctionId) return;
    takeAnswer<QuestionsAnswer>(client, { queryKey }, (held) => held && withChange(held, event));
    if (event.question) setNews(`A question about this lot was answered: ${event.question.text}`);
  });
  useOnLive(() => void client.invalidateQueries({ queryKey }));
  return { data, error, news, retry: () => void refetch() };
};

export const useAskQuestion = (auctionId: string, onAsked: () => void) => {
  const client = useQueryClient();
  const { queryKey } = questionsQuery(auctionId);
  return useMutation({
    mutationFn: (text: string) => askQuestion(auctionId, text),
    onSuccess: (question) => {
      takeAnswer<QuestionsAnswer>(
        client,
        { queryKey },
        (held) =>
          held && { ...held, questions: [question, ...held.questions.filter(({ _id }) => _id !== question._id)] },
      );
      onAsked();
    },
  });
};
