// Keeps the number of bidders that wait for a decision up to date, in the staff's navigation. Loads after the page; renders
// nothing.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListNews } from "../../connection/use-list-news.ts";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { useMay } from "../../ui/may.tsx";
import { BIDDERS, waitingQuery } from "./queries.ts";

export const BiddersCount = () => {
  const mayDecide = useMay("bidders:approve");
  const { data } = useQuery({ ...waitingQuery, enabled: mayDecide });
  useListNews({ queryKey: [BIDDERS] }, "bidders");
  const waiting = mayDecide && data ? data.counts.approvals + data.counts.documents : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/bidders": waiting }), [waiting]);
  return null;
};
