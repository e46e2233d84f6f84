// The suspension in force, and the earlier ones.

import type { Suspension } from "@jara/shared/rest/suspensions";
import { Link } from "#router";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Notice } from "../../../ui/notice.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";

/** `current`: absent for an account that the command line suspended. */
export const CurrentSuspension = ({ current }: { current: Suspension | undefined }) => (
  <Notice
    tone="warning"
    title={
      current?.until ? `Suspended until ${lagosDateTime(current.until)}` : "Suspended until an administrator lifts it"
    }
  >
    {current ? (
      <>
        <p className="[overflow-wrap:anywhere]">
          By {current.by.username}, {lagosDateTime(current.at)}: <q>{current.reason}</q>
        </p>
        {current.voidBids && <Lots lots={current.lots} />}
      </>
    ) : (
      "Nobody recorded a reason."
    )}
  </Notice>
);

export const EarlierSuspensions = ({ suspensions }: { suspensions: readonly Suspension[] }) => (
  <ol className="divide-y divide-line text-sm">
    {suspensions.map(({ _id, at, by, reason, liftedAt, liftedBy, liftReason, voidBids, lots }) => (
      <li key={_id} className="grid gap-1 py-3 first:pt-0 last:pb-0 [overflow-wrap:anywhere]">
        <span className="tabular text-ink-soft">
          {lagosDateTime(at)} to {lagosDateTime(liftedAt ?? at)}
        </span>
        <span>
          By {by.username}: <q>{reason}</q>
        </span>
        <span className="text-ink-soft">
          {liftedBy ? (
            <>
              Lifted by {liftedBy.username}
              {liftReason && (
                <>
                  : <q>{liftReason}</q>
                </>
              )}
            </>
          ) : (
            "It ended by itself."
          )}
        </span>
        {voidBids && <Lots lots={lots} />}
      </li>
    ))}
  </ol>
);

/** The effects name no currency, so that no price is shown; the lot's own page does. */
const Lots = ({ lots }: { lots: Suspension["lots"] }) => {
  const done = lots.filter(({ isDone, message }) => isDone && message === null).length;
  if (lots.length === 0) return <p>There were no bids on open auctions.</p>;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer py-3 font-semibold pointer-fine:py-1">
        Bids voided on {done} of {lots.length} open {lots.length === 1 ? "auction" : "auctions"}
      </summary>
      <ul className="grid gap-1">
        {lots.map(({ auctionId, title, isDone, message }) => (
          <li key={auctionId}>
            <Link to={`/auction/${auctionId}`} className={textLinkClass}>
              {title}
            </Link>
            {message && <span className="text-danger"> Not voided: {message}</span>}
            {!isDone && <span className="text-ink-soft"> Not finished yet; the server continues.</span>}
          </li>
        ))}
      </ul>
    </details>
  );
};
