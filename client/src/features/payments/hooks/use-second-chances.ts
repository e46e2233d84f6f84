// The lots that are offered to the user as the runner-up, and the answer to such an offer.
import * as calls from "@jara/shared/calls/purchases";
import type { SecondChance } from "@jara/shared/rest/settlements";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnknown, useCommand } from "../../../connection/use-command.ts";
import { useListNews } from "../../../connection/use-list-news.ts";
import { ask } from "../../../lib/api.ts";
import { offersQuery, owedKeys } from "../queries.ts";

export const useSecondChances = () => {
  useListNews(offersQuery(), "own-second-chances");
  return useQuery(offersQuery());
};

export const useAnswerOffer = ({ _id }: Pick<SecondChance, "_id">, answer: "accept" | "decline") => {
  const client = useQueryClient();
  const call = answer === "accept" ? calls.acceptSecondChance : calls.declineSecondChance;
  return useCommand((_: undefined, idempotencyKey) => ask(call, { params: { id: _id }, idempotencyKey }), {
    onSuccess: () =>
      client.setQueryData(offersQuery().queryKey, (offers) => offers?.filter((offer) => offer._id !== _id)),
    onSettled: (_answered, error) => {
      if (error && isUnknown(error)) return;
      for (const key of owedKeys) void client.invalidateQueries({ queryKey: [key] });
    },
  });
};
