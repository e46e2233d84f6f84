// The sale's viewings, description and terms, and the way its lots close.
import type { Sale } from "@jara/shared/rest/sales";
import { formatLagosTime } from "@jara/shared/time";
import { CalendarClock, Gavel, MapPin, PackageCheck } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { lagosClock } from "../../../lib/lagos-moment.ts";
import { Picture } from "../../../ui/picture.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { closingWords, whenOf } from "../sale-words.ts";
import { TermsNote } from "./terms-note.tsx";

interface SaleFactsProps {
  sale: Sale;
  /** The place of collection if the sale has no pickup times; null if none is known. */
  place: string | null;
  nowMs: number;
}

export const SaleFacts = ({ sale, place, nowMs }: SaleFactsProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {sale.picture && (
      <Picture
        src={sale.picture}
        alt=""
        sizes="(min-width: 72rem) 70rem, 100vw"
        eager
        className="aspect-[2/1] w-full rounded-box md:aspect-[4/1]"
      />
    )}
    <ul className="grid gap-2">
      <Fact icon={<CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}>
        <span className="tabular font-semibold">{whenOf(sale, nowMs)}</span>
        {sale.status === "published" && !sale.isOver && (
          <a
            href={`/api/sales/${sale._id}/calendar.ics`}
            download
            // The link is tall enough for a finger. The negative margin keeps the line as high as the others.
            className={cx(textLinkClass, "-my-2.5 ml-3 print:hidden")}
          >
            Add to calendar
          </a>
        )}
      </Fact>
      {!sale.isOver && (
        <Fact icon={<Gavel aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}>{closingWords(sale)}</Fact>
      )}
      {sale.viewings.map(({ from, until, place }) => (
        <Fact key={`${from} ${place}`} icon={<MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}>
          <span className="[overflow-wrap:anywhere]">
            Viewing at <bdi>{place}</bdi>
          </span>
          , <span className="tabular">{formatLagosTime(from)}</span> to{" "}
          <span className="tabular">{lagosClock(until, from)}</span>
        </Fact>
      ))}
      {sale.pickups.map(({ from, until, place }) => (
        <Fact
          key={`${from} ${place}`}
          icon={<PackageCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}
        >
          <span className="[overflow-wrap:anywhere]">
            Pickup at <bdi>{place}</bdi>
          </span>
          , <span className="tabular">{formatLagosTime(from)}</span> to{" "}
          <span className="tabular">{lagosClock(until, from)}</span>
        </Fact>
      ))}
      {sale.pickups.length === 0 && place && (
        <Fact icon={<PackageCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />}>
          <span className="[overflow-wrap:anywhere]">
            Pickup at <bdi>{place}</bdi>
          </span>
        </Fact>
      )}
    </ul>
    {sale.description && (
      <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {sale.description}
      </p>
    )}
    {sale.terms && (
      <details
        open={sale.asksTerms}
        // A folded part is printed too.
        className="rounded-box border border-line bg-surface print:details-content:[content-visibility:visible] print:details-content:block"
      >
        <summary className="min-h-11 content-center px-4 font-semibold">Terms of this sale</summary>
        <p dir="auto" className="max-w-prose whitespace-pre-line px-4 pb-4 [overflow-wrap:anywhere]">
          {sale.terms}
        </p>
        {sale.asksTerms && !sale.isOver && sale.status === "published" && (
          <div className="border-line border-t p-4">
            <TermsNote saleId={sale._id} />
          </div>
        )}
      </details>
    )}
  </div>
);

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2">
    {icon}
    <span className="min-w-0">{children}</span>
  </li>
);
