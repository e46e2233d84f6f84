// Keeps the desk up to date, and its number and that of the offers in the staff's navigation. Loads after the page; renders nothing.
import { isStaff } from "@jara/shared/permissions";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListNews } from "../../connection/use-list-news.ts";
import { useIsFactorMissing } from "../../store/factor-missing.ts";
import { useSession } from "../../store/session.ts";
import { useStaffCounts } from "../../store/staff-counts.ts";
import { deskQuery } from "./queries.ts";

export const DeskCount = () => {
  const isOfStaff = useSession(({ user }) => isStaff(user?.role));
  const isShown = !useIsFactorMissing() && isOfStaff;
  const { data } = useQuery({ ...deskQuery, enabled: isShown });
  const money = ["approvals", "settlements", "withdrawals", "bank-account-changes"] as const;
  useListNews(deskQuery, ...money, "failed-mails", "offers", "set-aside-rows", "day-closes");
  const needsHand = isShown ? (data?.needsHand ?? 0) : 0;
  const offers = isShown ? (data?.offers?.total ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/desk": needsHand, "/admin/offers": offers }), [needsHand, offers]);
  return null;
};
