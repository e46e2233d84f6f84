// Says where the lot of the page is collected.
import type { Auction } from "@jara/shared/auction";
import { collectWords } from "@jara/shared/collect-words";
import { useQuery } from "@tanstack/react-query";
import { saleOfLotQuery } from "../../features/sales/queries.ts";

/** Null until it is known, and if nobody said it. */
export const useCollectWords = ({ _id, location }: Pick<Auction, "_id" | "location">): string | null => {
  const { data } = useQuery(saleOfLotQuery(_id));
  return data ? collectWords({ places: data.places ?? [], location }) : null;
};
