// Keeps the number of the desk in the staff's navigation up to date. Loads after the page; renders nothing.
import { isStaff } from "@jara/shared/permissions";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIsFactorMissing } from "../../store/factor-missing.ts";
import { useSession } from "../../store/session.ts";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { COUNT_EVERY_MS, deskQuery } from "./queries.ts";

export const DeskCount = () => {
  const isOfStaff = useSession(({ user }) => isStaff(user?.role));
  const isShown = !useIsFactorMissing() && isOfStaff;
  const { data } = useQuery({ ...deskQuery, enabled: isShown, refetchInterval: COUNT_EVERY_MS });
  const needsHand = isShown ? (data?.needsHand ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/desk": needsHand }), [needsHand]);
  return null;
};
