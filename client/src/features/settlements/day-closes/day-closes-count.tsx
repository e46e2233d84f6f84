// Keeps the closes of days up to date, and the number of those that the reader may sign in the staff's navigation. Loads
// after the page; renders nothing.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListNews } from "../../../connection/use-list-news.ts";
import { useStaffCounts } from "../../../store/staff-counts.ts";
import { useMay } from "../../../ui/may.tsx";
import { countQuery, dayClosesFilter } from "./queries.ts";

export const DayClosesCount = () => {
  const maySign = useMay("settlements:book");
  const { data } = useQuery({ ...countQuery, enabled: maySign });
  useListNews(dayClosesFilter, "day-closes");
  const waiting = maySign ? (data?.waiting ?? 0) : 0;
  useEffect(() => useStaffCounts.setState({ "/admin/takings": waiting }), [waiting]);
  return null;
};
