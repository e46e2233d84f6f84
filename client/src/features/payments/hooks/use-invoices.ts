// The user's invoices, live.
import { useQuery } from "@tanstack/react-query";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { invoicesQuery } from "../queries.ts";
import { useOwedNews } from "./use-owed-news.ts";

export const useInvoices = () => {
  const invoices = useQuery(invoicesQuery());
  useOwedNews(() => void refetchFromNow(invoices));
  return invoices;
};
