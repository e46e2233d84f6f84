// Follows a sale. The staff's actions on the whole sale show at once. The rest of the sale (its texts, its lots, the
// progress of the action) is read again a little later.
import type { SaleState } from "@jara/shared/calls/live-sales";
import type { SaleAnswer } from "@jara/shared/rest/sales";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { getConnection } from "../../../connection/connection.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { isPassing, retryMs } from "../../../connection/watch-registry.ts";
import { saleQuery } from "../queries.ts";

/** The reads are spread over this time (ms), so that not all watchers ask at the same moment. */
const WITHIN_MS = 2_000;

type News = { readonly sale: SaleState; readonly serverTime: string };

const isNewer = (news: News, held: News | null): boolean =>
  held === null ||
  news.sale.revision > held.sale.revision ||
  (news.sale.revision === held.sale.revision && news.serverTime >= held.serverTime);

export const useSaleNews = (saleId: string): void => {
  const client = useQueryClient();
  const held = useRef<News | null>(null);
  const reading = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (news: News) => {
    const { queryKey } = saleQuery(saleId);
    const known = client.getQueryData<SaleAnswer>(queryKey);
    if (!known) return;
    // Keeps the known revision here, because a new one makes the lots be read again, and it comes with the later
    // answer.
    const { revision, ...shown } = news.sale;
    if (revision >= known.sale.revision) client.setQueryData(queryKey, { ...known, sale: { ...known.sale, ...shown } });
    if (revision === known.sale.revision) return;
    clearTimeout(reading.current);
    reading.current = setTimeout(
      () => void client.invalidateQueries({ queryKey, exact: true }),
      Math.random() * WITHIN_MS,
    );
  };
  const take = (news: News) => {
    if (news.sale._id !== saleId || !isNewer(news, held.current)) return;
    held.current = news;
    show(news);
  };
  useLiveEvent("sale:changed", take);
  // The first answer may be older than the news that came before it.
  const isKnown = useQuery({ ...saleQuery(saleId), enabled: false }).data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the sale is known
  useEffect(() => {
    if (isKnown && held.current) show(held.current);
  }, [isKnown]);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const live = getConnection();
    let again: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const watch = async () => {
      clearTimeout(again);
      if (live.state !== "live") return;
      const answer = await live.send("sale:watch", { saleId });
      if (answer.ok) latest.current(answer);
      else if (isPassing(answer.error) && !isGone) again = setTimeout(() => void watch(), retryMs(answer.error));
    };
    const stop = live.onState(() => void watch());
    void watch();
    return () => {
      isGone = true;
      clearTimeout(again);
      stop();
      clearTimeout(reading.current);
      held.current = null;
      if (live.state === "live") void live.send("sale:unwatch", { saleId });
    };
  }, [saleId]);
};
