// Keeps the number of waiting approvals in the staff's navigation up to date. Loads after the page; renders nothing.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { useMay } from "../../ui/may.tsx";
import { countQuery } from "./queries.ts";

export const ApprovalsCount = () => {
  const mayDecide = useMay("settlements:book");
  const { data } = useQuery({ ...countQuery, enabled: mayDecide });
  const open = mayDecide ? (data?.open ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/approvals": open }), [open]);
  return null;
};
