// Reads the rows of My Bids, because the list of maxima does not say what became of a lot: bought, paid or lost.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQueries } from "@tanstack/react-query";
import { myAuctionsQuery } from "../../../queries/my-bids.ts";

const tabs = ["action", "won", "lost"] as const;

/** By the lot's id. `enabled` false: asks nothing. Lots that are open and ask for nothing have no row. */
export const useMyRows = (enabled: boolean): ReadonlyMap<string, MyAuction> => {
  const answers = useQueries({ queries: tabs.map((tab) => ({ ...myAuctionsQuery(tab, 1, LIST_LIMIT_MAX), enabled })) });
  return new Map(answers.flatMap(({ data }) => data?.auctions ?? []).map((row) => [row.auction._id, row]));
};
