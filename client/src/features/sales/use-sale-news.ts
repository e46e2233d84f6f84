// Reads a sale again when its lots tell that something was done with the whole of it: they pause, go on, or the last of
// them gets another end.
import type { Sale } from "@jara/shared/rest/sales";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { saleQuery } from "./queries.ts";
import type { SaleLot } from "./use-sale-lots.ts";

/** Not all watchers of an evening ask at the same moment. */
const WITHIN_MS = 2_000;

/** Empty until the lots are known. */
const newsOf = (lots: readonly SaleLot[]): string => {
  if (lots.length === 0) return "";
  const left = lots.filter(({ auction }) => auction.status === "active" || auction.status === "paused");
  return `${left.some(({ auction }) => auction.status === "paused")} ${left.at(-1)?.auction.endTime}`;
};

export const useSaleNews = (sale: Sale, lots: readonly SaleLot[]): void => {
  const client = useQueryClient();
  const news = newsOf(lots);
  const known = useRef("");
  useEffect(() => {
    const before = known.current;
    known.current = news;
    if (before === "" || news === "") return;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: saleQuery(sale._id).queryKey, exact: true }),
      Math.random() * WITHIN_MS,
    );
    return () => clearTimeout(timer);
  }, [news, client, sale._id]);
};
