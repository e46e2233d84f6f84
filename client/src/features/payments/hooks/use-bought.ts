// The lots that the user bought with Buy It Now and paid for, among the newest wins and purchases; live. None for a visitor.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PURCHASES, purchasesQuery } from "../queries.ts";
import { useOwedNews } from "./use-owed-news.ts";

export const useBought = (isVisitor: boolean): ReadonlySet<string> => {
  const client = useQueryClient();
  const { data } = useQuery({ ...purchasesQuery(1, LIST_LIMIT_MAX), enabled: !isVisitor });
  useOwedNews(() => void client.invalidateQueries({ queryKey: [PURCHASES] }));
  const bought = data?.purchases.filter(({ kind, status }) => kind === "buy-it-now" && status === "paid") ?? [];
  return new Set(bought.map(({ auction }) => auction._id));
};
