// One line says what a bidder has to do now: the lots on which they are outbid, and the payments that are due. Each part
// leads to its page; a part with nothing to do is not shown.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { formatMoney } from "@jara/shared/money";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { useOwnNews } from "../../connection/use-own-news.ts";
import { tabAddress } from "../../features/my-bids/my-tabs.tsx";
import { MY_BIDS, myAuctionsQuery } from "../../features/my-bids/queries.ts";
import { rowStateOf } from "../../features/my-bids/row-state.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";

/** A suspended maximum asks for something else first. */
const isOutbid = (row: MyAuction): boolean => {
  const { position, isSuspended } = rowStateOf(row, serverNow());
  return position === "outbid" && !isSuspended;
};

export const Standing = () => {
  const client = useQueryClient();
  const { data } = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), staleTime: 0 });
  useOwnNews(() => void client.invalidateQueries({ queryKey: [MY_BIDS] }));
  const rows = data?.auctions ?? [];
  const outbid = rows.filter((row) => row.auction.status === "active" && isOutbid(row)).length;
  const toPay = toPayWords(rows);
  return (
    // Each part has a dot before it, which is cut off where the part begins a line.
    <div className="overflow-x-clip font-semibold text-amber text-sm">
      <p className="-ml-4 flex flex-wrap">
        {outbid > 0 && <Part to={tabAddress("action")}>{`Outbid ${outbid}`}</Part>}
        {toPay && <Part to="/purchases">{toPay}</Part>}
      </p>
    </div>
  );
};

/** The payments that are due, with the first deadline; null without one. */
const toPayWords = (rows: readonly MyAuction[]): string | null => {
  const due = rows
    .flatMap(({ owed, auction: { currency } }) => (owed?.status === "open" ? { ...owed, currency } : []))
    .toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt));
  const [first] = due;
  if (!first) return null;
  const by = `by ${lagosClock(first.dueAt, new Date(serverNow()).toISOString())}`;
  return due.length === 1
    ? `Pay ${formatMoney(first.remaining, first.currency)} ${by}`
    : `To pay ${due.length}, first ${by}`;
};

/** A link that is as high as a finger needs, and takes no more room than its line. */
const Part = ({ to, children }: { to: string; children: string }) => (
  <span className="flex before:w-4 before:text-center before:content-['·'/'']">
    <Link to={to} className="-my-3 inline-block py-3 underline decoration-1 underline-offset-4 hover:decoration-2">
      {children}
    </Link>
  </span>
);
