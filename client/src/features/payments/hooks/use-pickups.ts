// The slots in which the user collects paid lots, live, and the choice of one.
import * as calls from "@jara/shared/calls/pickups";
import type { ChoosePickupBody, Pickup } from "@jara/shared/rest/pickups";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../lib/api.ts";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { pickupsQuery } from "../queries.ts";
import { useOwedNews } from "./use-owed-news.ts";

export const usePickups = () => {
  const pickups = useQuery(pickupsQuery());
  useOwedNews(() => void refetchFromNow(pickups));
  return pickups;
};

/**
 * The lots that the user collects together with this one, with their slot. `isKnown`: the answer is here, so that nothing
 * is shown that it would contradict.
 */
export const usePickupOfLot = (auctionId: string): { pickup: Pickup | undefined; isKnown: boolean } => {
  const { data = [], isFetching } = usePickups();
  const pickup = data.find(({ lots }) => lots.some(({ auction }) => auction._id === auctionId));
  return { pickup, isKnown: pickup !== undefined || !isFetching };
};

export const useChoosePickup = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChoosePickupBody) => ask(calls.choosePickup, { body }),
    onSuccess: ({ pickups }) => client.setQueryData(pickupsQuery().queryKey, pickups),
    // Somebody else may have taken the slot, so the offered ones are read again.
    onError: () => void client.invalidateQueries({ queryKey: pickupsQuery().queryKey }),
  });
};
