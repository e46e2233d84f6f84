// The user's invoices on which several lots are due, so that one payment can pay them. The list of invoices on the same
// page keeps them live.
import { useQuery } from "@tanstack/react-query";
import { dueLots } from "../due-lots.ts";
import { invoicesQuery } from "../queries.ts";

export const useJointInvoices = () => {
  const { data } = useQuery({ ...invoicesQuery(), refetchOnMount: false });
  return (data?.invoices ?? []).filter((invoice) => dueLots(invoice).length > 1);
};
