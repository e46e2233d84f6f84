// The top of a bidder's Home: beside the title how many lots they were outbid on, and below it, in the place of the
// tagline, what is to be paid, with the time that is left.
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { addAmounts } from "@jara/shared/money";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatTimeLeft } from "@jara/shared/time";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Link } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { useOwnNews } from "../../connection/use-own-news.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { tabAddress } from "../../features/my-bids/my-tabs.tsx";
import { rowStateOf } from "../../lots/my-lot-state.ts";
import { MY_BIDS, myAuctionsQuery } from "../../queries/my-bids.ts";
import { buttonClass } from "../../ui/button.tsx";
import { OwnMoney } from "../../ui/money.tsx";

/** A suspended maximum asks for something else first. */
const isOutbid = (row: MyAuction): boolean => {
  const { position, isSuspended } = rowStateOf(row, serverNow());
  return position === "outbid" && !isSuspended;
};

type Owed = NonNullable<MyAuction["owed"]>;
interface Due extends Pick<Owed, "remaining" | "dueAt"> {
  auction: MyAuction["auction"];
}

/** The wins and purchases that are to be paid, the most urgent first. */
const dueOf = (rows: readonly MyAuction[]): Due[] =>
  rows
    .flatMap(({ owed, auction }) => (owed?.status === "open" ? { ...owed, auction } : []))
    .toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt));

/** `children`: the tagline, which stands where nothing is due. */
export const Standing = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const { data } = useQuery({ ...myAuctionsQuery("action", 1, LIST_LIMIT_MAX), staleTime: 0 });
  useOwnNews(() => void client.invalidateQueries({ queryKey: [MY_BIDS] }));
  const rows = data?.auctions ?? [];
  const outbid = rows.filter((row) => row.auction.status === "active" && isOutbid(row)).length;
  const dues = dueOf(rows);
  return (
    <>
      {outbid > 0 && <QuietLink to={tabAddress("action")}>{`Outbid ${outbid}`}</QuietLink>}
      {dues.length > 0 ? <ToPay dues={dues} /> : children}
    </>
  );
};

const MINUTE_MS = 60_000;

/** One payment, or the sum of several with the time that is left for the first. */
const ToPay = ({ dues }: { dues: readonly Due[] }) => {
  const titleId = useId();
  const nowMs = useServerNow(10_000);
  const [first] = dues;
  if (!first) return null;
  const { auction, dueAt } = first;
  const leftMs = Date.parse(dueAt) - nowMs;
  const isOne = dues.length === 1;
  const left = (time: string) => (isOne ? `${time} left to pay` : `first due in ${time}`);
  const isOfOneCurrency = dues.every((due) => due.auction.currency === auction.currency);
  return (
    <section
      aria-label="To pay"
      className="col-span-2 mt-1 flex min-h-12 items-center gap-3 rounded-box border border-amber-mark bg-amber-soft pr-1.5 pl-3 text-sm"
    >
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] leading-snug">
        <p id={titleId} dir="auto" className="truncate font-semibold">
          {isOne ? auction.title : `${dues.length} lots to pay`}
        </p>
        <p className="flex flex-wrap gap-x-2">
          {isOfOneCurrency && (
            <OwnMoney
              amount={addAmounts(...dues.map(({ remaining }) => remaining))}
              currency={auction.currency}
              className="font-semibold"
            />
          )}
          <span className="tabular text-amber">
            {leftMs > 0
              ? left(formatTimeLeft(Math.max(leftMs, MINUTE_MS)))
              : `The ${isOne ? "" : "first "}deadline has passed`}
          </span>
        </p>
      </div>
      <Link
        to={isOne ? `/auction/${auction._id}?pay` : "/purchases"}
        aria-describedby={titleId}
        className={buttonClass("primary", "sm")}
      >
        Pay
      </Link>
    </section>
  );
};

/** A link that is as high as a finger needs, and takes no more room than its line. */
const QuietLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="-my-3 inline-block shrink-0 py-3 font-semibold text-amber text-sm underline decoration-1 underline-offset-4 hover:decoration-2"
  >
    {children}
  </Link>
);
