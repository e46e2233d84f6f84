// Keeps the approvals up to date, and their number in the staff's navigation. Loads after the page; renders nothing.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListNews } from "../../connection/use-list-news.ts";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { useMay } from "../../ui/may.tsx";
import { approvalsFilter, countQuery } from "./queries.ts";

export const ApprovalsCount = () => {
  const mayDecide = useMay("settlements:book");
  const { data } = useQuery({ ...countQuery, enabled: mayDecide });
  useListNews(approvalsFilter, "approvals");
  const open = mayDecide ? (data?.open ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/approvals": open }), [open]);
  return null;
};
