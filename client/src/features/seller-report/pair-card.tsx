// A seller and a person who bids on this seller's lots: the counts, what both accounts have, and the lots with the bids.
import { formatMoney } from "@jara/shared/money";
import type { SellerBidder } from "@jara/shared/rest/seller-sales";
import { Link } from "#router";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const personPage = (id: string): string => `/admin/users/${encodeURIComponent(id)}`;
const places = { won: "Won", second: "Second highest bid", lower: "Outbid" } as const;

export const PairCard = ({ pair }: { pair: SellerBidder }) => {
  const { seller, bidder, lots, over, won, second, late, elsewhere, shares, evidence } = pair;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-box border border-line bg-surface p-4">
      <p className="[overflow-wrap:anywhere]">
        <Link to={personPage(bidder._id)} className={textLinkClass}>
          <bdi translate="no">{bidder.username}</bdi>
        </Link>{" "}
        bids on lots of{" "}
        <Link to={personPage(seller._id)} className={textLinkClass}>
          <bdi translate="no">{seller.username}</bdi>
        </Link>
        {bidder.isBanned && <Badge tone="danger">Suspended</Badge>}
      </p>
      <p className="text-ink-soft text-sm">
        {lotsWords(lots)} of this seller, {over} of them over: won {won}, second {second} times, late bids on {late}.
        Lots of others: {elsewhere}.
      </p>
      {shares.map(({ what, detail }) => (
        <p key={`${what} ${detail}`} className="text-sm [overflow-wrap:anywhere]">
          <Badge tone="amber">Same {what}</Badge> {detail}
        </p>
      ))}
      <ul aria-label={`Lots of ${seller.username}`} className="grid text-sm">
        {evidence.map(({ auction, price, bids, highest, place, isLate }) => (
          <li key={auction._id} className="grid gap-x-4 border-line border-t py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
            <Link to={`/admin/auctions/${auction._id}/history`} dir="auto" className={textLinkClass}>
              {auction.title}
            </Link>
            <span className="text-ink-soft">
              {place === null ? "Open" : places[place]}
              {isLate && ", late"}
            </span>
            <span className="tabular text-ink-soft sm:col-span-2">
              {bids === 1 ? "1 bid" : `${bids} bids`} up to {formatMoney(highest, auction.currency)}, price{" "}
              {formatMoney(price, auction.currency)}, {place === null ? "ends" : "ended"} {lagosMoment(auction.endTime)}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
};
