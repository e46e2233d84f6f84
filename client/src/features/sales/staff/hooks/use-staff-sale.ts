// A sale as the staff see it, up to date: also while it is a draft, and with the progress of the action on it.
import { useQuery } from "@tanstack/react-query";
import { useListNews } from "../../../../connection/use-list-news.ts";
import { useSaleNews } from "../../hooks/use-sale-news.ts";
import { saleQuery } from "../../queries.ts";

export const useStaffSale = (id: string) => {
  useSaleNews(id);
  useListNews({ queryKey: saleQuery(id).queryKey, exact: true }, "sales");
  return useQuery(saleQuery(id));
};
