// The request for what the winner owes.
import type { Auction } from "@jara/shared/auction";
import type { Win } from "@jara/shared/rest/settlements";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** The status is part of the key, because a sale changes what is owed. */
export const winQuery = ({ _id, status }: Pick<Auction, "_id" | "status">, userId: string | null) =>
  queryOptions({
    queryKey: ["win", _id, userId, status],
    queryFn: ({ signal }) =>
      api.get<{ win: Win | null }>(`/auctions/${encodeURIComponent(_id)}/win`, undefined, signal),
  });
