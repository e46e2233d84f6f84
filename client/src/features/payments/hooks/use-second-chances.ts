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

/**
 * The offer of this lot to the user: null if it is not offered to them, undefined while that is unknown. `mayHave`: the
 * user bid on it and nobody bought it. Others do not ask, so that not all watchers ask at the end.
 */
export const useOfferOf = (auctionId: string, mayHave: boolean): SecondChance | null | undefined => {
  useListNews(offersQuery(), "own-second-chances");
  const { data } = useQuery({ ...offersQuery(), enabled: mayHave });
  if (!mayHave) return null;
  return data && (data.find(({ auction }) => auction._id === auctionId) ?? null);
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
