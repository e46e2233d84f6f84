// Keeps the number in the navigation up to date. Loaded after the page; shows nothing itself.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "../../store/may.tsx";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { countQuery } from "./queries.ts";

export const ApprovalsCount = () => {
  const mayDecide = useMay("settlements:book");
  const { data } = useQuery({ ...countQuery, enabled: mayDecide });
  const open = mayDecide ? (data?.open ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/approvals": open }), [open]);
  return null;
};
