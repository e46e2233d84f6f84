// Lists the lots that the user won or bought: those to pay first, then those to be collected with their slots, then the
// closed ones, folded.
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { numberedTitle } from "@jara/shared/sale-order";
import { cx } from "../../../lib/cx.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { useJointInvoices } from "../hooks/use-joint-invoices.ts";
import { LotHeading } from "./lot-heading.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { PickupSlots } from "./pickup-slots.tsx";

const isClosed = ({ status, pickup }: Win) =>
  !(status === "open" || status === "paid") || pickup?.status === "handed-over";

export const PurchaseList = ({ purchases }: { purchases: readonly Win[] }) => {
  const closed = purchases.filter(isClosed);
  const joint = useJointInvoices().flatMap(({ lots }) => lots.map(({ _id }) => _id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Live wins={purchases.filter(({ status }) => status === "open")} joint={joint} />
      <PickupSlots />
      <Live wins={purchases.filter((win) => win.status === "paid" && !isClosed(win))} />
      {closed.length > 0 && (
        <section aria-labelledby="closed-purchases" className="grid gap-2">
          <h2 id="closed-purchases" className="font-bold text-lg">
            Earlier
          </h2>
          <ul className="grid divide-y divide-line rounded-box border border-line bg-surface">
            {closed.map((win) => (
              <li key={win._id}>
                <Closed win={win} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

interface LiveProps {
  readonly wins: readonly Win[];
  /** The ids of the lots that a card above pays together. */
  readonly joint?: readonly string[];
}

const Live = ({ wins, joint = [] }: LiveProps) =>
  wins.length > 0 && (
    <ul className={cx("grid grid-cols-[minmax(0,1fr)] items-start gap-6", wins.length > 1 && "lg:grid-cols-2")}>
      {wins.map((win) => (
        <li
          key={win._id}
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] gap-4 rounded-box border border-line bg-surface p-4 md:p-6",
            // Two cards side by side show the amounts in one line, however long their titles are.
            wins.length > 1 && "lg:row-span-2 lg:grid-rows-subgrid",
          )}
        >
          <LotHeading auction={win.auction} lot={win.sale?.lot ?? null} query="?pay">
            <Kind win={win} />
          </LotHeading>
          <PaymentCard win={win} isJoint={joint.includes(win._id)} />
        </li>
      ))}
    </ul>
  );

const Kind = ({ win: { kind, sale } }: { win: Win }) => (
  <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
    {kind === "win" ? "You won this auction" : "Bought with Buy It Now"}
    {sale && ` in ${sale.title}`}
  </p>
);

const outcomes: Record<Win["status"], { word: string; tone: Tone }> = {
  open: { word: "To pay", tone: "amber" },
  paid: { word: "Handed over", tone: "success" },
  waived: { word: "Nothing to pay", tone: "neutral" },
  forfeited: { word: "Not paid in time", tone: "amber" },
  void: { word: "Cancelled", tone: "outline" },
  refunded: { word: "Refunded", tone: "neutral" },
};

const Closed = ({ win }: { win: Win }) => {
  const { word, tone } = outcomes[win.status];
  const at = win.pickup?.handedOverAt ?? win.closedAt;
  return (
    <details>
      <summary className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 p-3 before:content-['▸'] in-open:before:content-['▾']">
        <span dir="auto" className="min-w-40 flex-1 font-semibold">
          {numberedTitle(win.auction.title, win.sale?.lot ?? null)}
        </span>
        <span className="tabular text-sm">{formatMoney(win.total, win.auction.currency)}</span>
        {at && (
          <time dateTime={at} className="tabular text-ink-soft text-sm">
            {lagosMoment(at)}
          </time>
        )}
        <Badge tone={tone}>{word}</Badge>
      </summary>
      <div className="grid gap-4 p-3 pt-0">
        <LotHeading auction={win.auction} lot={win.sale?.lot ?? null}>
          <Kind win={win} />
        </LotHeading>
        <PaymentCard win={win} />
      </div>
    </details>
  );
};
