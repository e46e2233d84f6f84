// The lots that are offered to the user as the runner-up, and the answer to such an offer.
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnknown, useCommand } from "../../../connection/use-command.ts";
import { useListNews } from "../../../connection/use-list-news.ts";
import { api } from "../../../lib/api.ts";
import { offersQuery, owedKeys } from "../queries.ts";

export const useSecondChances = () => {
  useListNews(offersQuery(), "own-second-chances");
  return useQuery(offersQuery());
};

export const useAnswerOffer = ({ _id }: Pick<SecondChance, "_id">, answer: "accept" | "decline") => {
  const client = useQueryClient();
  const path = `/second-chances/${encodeURIComponent(_id)}/${answer}`;
  return useCommand(
    (_: undefined, idempotencyKey) => api.post<{ win: Win | null }>(path, undefined, { idempotencyKey }),
    {
      onSettled: (_answered, error) => {
        if (error && isUnknown(error)) return;
        for (const key of owedKeys) void client.invalidateQueries({ queryKey: [key] });
      },
    },
  );
};
