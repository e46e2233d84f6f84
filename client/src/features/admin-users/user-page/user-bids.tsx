// A user's bids, newest first. Bids that are void are struck through with the reason.

import { formatMoney } from "@jara/shared/money";
import type { UserBids as UserBidsPage } from "@jara/shared/rest/user-page";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { voidWords } from "../../../lots/void-words.ts";
import { Badge } from "../../../ui/badge.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { PagedList } from "./paged-list.tsx";
import { userBidsQuery } from "./queries.ts";

export const UserBids = ({ userId }: { userId: string }) => {
  const [page, setPage] = useState(1);
  const bids = useQuery(userBidsQuery(userId, page));
  return (
    <PagedList of="bids" query={bids} none="No bids yet." onPage={setPage}>
      {(data) => (
        <ol aria-label="Bids, newest first" className="divide-y divide-line text-sm">
          {data.bids.map((bid) => (
            <BidLine key={bid._id} bid={bid} />
          ))}
        </ol>
      )}
    </PagedList>
  );
};

const BidLine = ({ bid }: { bid: UserBidsPage["bids"][number] }) => {
  const { amount, isAutoBid, timestamp, voidReason, auction } = bid;
  const money = (value: number) => formatMoney(value, auction.currency);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <Link to={`/auction/${auction._id}`} className={`${textLinkClass} justify-self-start [overflow-wrap:anywhere]`}>
        {auction.title}
      </Link>
      <span
        translate="no"
        className={cx("tabular text-right font-semibold", voidReason && "text-ink-soft line-through")}
      >
        {money(amount)}
      </span>
      <span className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft sm:col-span-1">
        <time dateTime={timestamp} className="tabular">
          {lagosDateTime(timestamp)}
        </time>
        {isAutoBid && <span>by a maximum</span>}
        {voidReason && <span className="text-danger">Void: {voidWords[voidReason]}</span>}
      </span>
      <span className="col-span-2 flex flex-wrap items-center gap-2 text-ink-soft sm:col-span-1 sm:justify-end">
        {auction.isLeading && !voidReason && (
          <Badge tone="success">{auction.status === "active" || auction.status === "paused" ? "Leading" : "Led"}</Badge>
        )}
        <span>
          {auction.status}, now <span translate="no">{money(auction.currentPrice)}</span>
        </span>
      </span>
    </li>
  );
};
