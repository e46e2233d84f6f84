// Pickups (staff who see payments): the buyers who collect lots on the day in the address, in the order of their slots, and
// those whose lots are ready and who chose no slot.
import type { DayPickups, PickupSlot, ReadyBuyer } from "@jara/shared/rest/pickups";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Link, useSearchParams } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { ActionDialog } from "../../features/settlements/components/action-dialog.tsx";
import { BuyerContact } from "../../features/settlements/components/buyer-contact.tsx";
import { dayPickupsQuery, detailsQuery } from "../../features/settlements/queries.ts";
import { dayIn } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { isoToLagos } from "../../lib/lagos-input.ts";
import { lagosClock, lagosDate } from "../../lib/lagos-moment.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { toast } from "../../store/toast.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { useMay } from "../../ui/may.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Pickups");
  return (
    <StaffOnly use="settlements:read">
      <PickupsPage />
    </StaffOnly>
  );
};

const PickupsPage = () => {
  const [params, setParams] = useSearchParams();
  const date = dayIn(params, "date") || isoToLagos(new Date(serverNow()).toISOString()).slice(0, 10);
  const query = useQuery(dayPickupsQuery(date));
  const mayBook = useMay("settlements:book");
  const [askedId, setAskedId] = useState<string | null>(null);
  const asked = useQuery({ ...detailsQuery(askedId ?? ""), enabled: askedId !== null });
  const close = () => setAskedId(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-bold text-xl">
          Pickups<span className="hidden print:inline"> of {lagosDate(`${date}T12:00:00Z`)}</span>
        </h1>
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button size="sm" variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
          <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
            Back to Settlements
          </Link>
        </span>
      </div>
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3 print:hidden">
        <DayStep label="Previous day" to={dayAfter(date, -1)}>
          <ChevronLeft aria-hidden className="size-5" />
        </DayStep>
        <DayField label="Day" className="w-44" value={date} onDay={(day) => day && setParams({ date: day })} />
        <DayStep label="Next day" to={dayAfter(date, 1)}>
          <ChevronRight aria-hidden className="size-5" />
        </DayStep>
        <Button size="sm" variant="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
          Read again
        </Button>
      </div>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the pickups")}
        loading={<Loading shapes={["h-24", "h-24"]}>Loading the pickups...</Loading>}
      >
        {({ coming, withoutSlot = [], nextDays = [] }) => (
          <>
            <NextDays days={nextDays} />
            {coming.length === 0 ? (
              <EmptyState title="Nobody comes on this day.">
                Buyers choose a slot under Purchases once a lot is paid and marked ready, if the sale or the site has
                pickup times.
              </EmptyState>
            ) : (
              <Buyers buyers={coming} onHandOver={mayBook ? setAskedId : null} />
            )}
            {withoutSlot.length > 0 && (
              <>
                <h2 className="font-bold text-lg">Ready, without a slot</h2>
                <Buyers buyers={withoutSlot} onHandOver={mayBook ? setAskedId : null} />
              </>
            )}
          </>
        )}
      </Loaded>
      <ActionDialog
        question={asked.data && askedId ? { settlement: asked.data.settlement, action: "handed-over" } : null}
        onClose={close}
        onDone={() => {
          close();
          toast.success("Handed over");
          void query.refetch();
        }}
        onConflict={() => void query.refetch()}
      />
    </div>
  );
};

const DAY_MS = 24 * 60 * 60 * 1000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);

const shortDay = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "Africa/Lagos",
});

const NextDays = ({ days }: { days: NonNullable<DayPickups["nextDays"]> }) => (
  <section aria-labelledby="next-pickups" className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
    <h2 id="next-pickups" className="font-semibold">
      Next pickups
    </h2>
    {days.length === 0 && <p className="text-ink-soft">None is chosen after this day.</p>}
    {days.map(({ date, buyers }) => (
      <Link key={date} to={`/admin/settlements/pickups?date=${date}`} className={textLinkClass}>
        {shortDay.format(new Date(`${date}T12:00:00Z`))}: {buyers === 1 ? "1 buyer" : `${buyers} buyers`}
      </Link>
    ))}
  </section>
);

const DayStep = ({ label, to, children }: { label: string; to: string; children: ReactNode }) => (
  <Link to={`/admin/settlements/pickups?date=${to}`} aria-label={label} className={buttonClass("secondary")}>
    {children}
  </Link>
);

interface HandOver {
  /** Null: the reader may not. */
  onHandOver: ((settlementId: string) => void) | null;
}
/** A buyer with a slot, or without one. */
type Listed = ReadyBuyer & { readonly slot?: PickupSlot };

const Buyers = ({ buyers, onHandOver }: HandOver & { buyers: readonly Listed[] }) => (
  <ul className="grid divide-y divide-line rounded-box border border-line bg-surface">
    {buyers.map((one) => (
      <li key={`${one.buyer._id} ${one.sale?._id}`}>
        <Collecting {...one} onHandOver={onHandOver} />
      </li>
    ))}
  </ul>
);

const Collecting = ({ slot, sale, buyer, number, lots, owed = [], onHandOver }: HandOver & Listed) => {
  const [first] = lots;
  const ready = lots.filter(({ status, pickup }) => status === "paid" && pickup?.status === "ready");
  return (
    <article
      aria-label={slot ? `${lagosClock(slot.startsAt, slot.startsAt)} ${buyer.username}` : buyer.username}
      className="grid break-inside-avoid gap-x-6 gap-y-2 p-3 text-sm md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.5fr)] print:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.5fr)]"
    >
      <div className="tabular">
        {slot && (
          <p>
            <b className="whitespace-nowrap text-base">
              <time dateTime={slot.startsAt}>{lagosClock(slot.startsAt, slot.startsAt)}</time> to{" "}
              {lagosClock(slot.endsAt, slot.startsAt)}
            </b>
            <span className="block text-ink-soft [overflow-wrap:anywhere]">{slot.place}</span>
          </p>
        )}
        {number !== undefined && <p className="font-semibold">Buyer {number}</p>}
      </div>
      <div className="[overflow-wrap:anywhere]">{first && <BuyerContact buyer={buyer} auction={first.auction} />}</div>
      <div className="grid content-start gap-1">
        {sale && <p className="text-ink-soft [overflow-wrap:anywhere]">{sale.title}</p>}
        <ul className="grid gap-1">
          {lots.map((lot) => (
            <li key={lot._id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span aria-hidden className="hidden size-4 shrink-0 border border-ink print:block" />
              <Link
                to={`/admin/settlements/${lot._id}`}
                className="underline underline-offset-4 [overflow-wrap:anywhere]"
              >
                {lot.lot && `Lot ${lot.lot}: `}
                {lot.auction.title}
              </Link>
              <Badge tone={stateOf(lot).tone}>{stateOf(lot).words}</Badge>
            </li>
          ))}
        </ul>
        {owed.length > 0 && (
          <p>
            <Link to={`/admin/settlements?buyer=${buyer._id}&status=open`} className="underline underline-offset-4">
              Owes{" "}
              {owed.map(({ currency, amount }, place) => (
                <Fragment key={currency}>
                  {place > 0 && " and "}
                  <OwnMoney amount={amount} currency={currency} className="font-semibold" />
                </Fragment>
              ))}{" "}
              in all
            </Link>
          </p>
        )}
        {onHandOver && ready[0] && (
          <Button
            size="sm"
            className="mt-1 justify-self-start print:hidden"
            onClick={() => onHandOver(ready[0]?._id ?? "")}
          >
            {ready.length > 1 ? `Hand over ${lotsWords(ready.length)}` : "Hand over"}
          </Button>
        )}
      </div>
    </article>
  );
};

const stateOf = ({ status, pickup }: ReadyBuyer["lots"][number]): { words: string; tone: Tone } => {
  if (status === "open") return { words: "Not paid", tone: "danger" };
  if (pickup?.status === "handed-over") return { words: "Handed over", tone: "neutral" };
  return pickup?.status === "ready"
    ? { words: "Paid, ready", tone: "success" }
    : { words: "Paid, to be prepared", tone: "amber" };
};
