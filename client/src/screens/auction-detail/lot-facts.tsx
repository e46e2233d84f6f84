// "About this lot" on an auction's page: the description, the categories, and a table of facts (condition, seller,
// location, reserve, Buy It Now).
import type { Auction } from "@jara/shared/auction";
import { conditionLabels } from "@jara/shared/categories";
import { type ConditionReport, reportEntries } from "@jara/shared/condition-fields";
import { detailNames, lotDetails } from "@jara/shared/lot-fields";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { isBuyItNowAhead } from "../../lots/buy-it-now-ahead.ts";
import { priceWithFee } from "../../lots/price-with-fee.ts";
import { SellerName } from "../../lots/seller-name.tsx";
import { useLabelOfCategory } from "../../lots/use-label-of-category.ts";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/money.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const reserveWords = ({ hasReserve, reserveMet, status }: Auction): string => {
  if (!hasReserve) return "No reserve: the highest bid wins";
  if (reserveMet) return "Reserve met: the highest bid wins";
  return `Reserve not met${status === "ended" ? "" : " yet"}: it is the lowest price at which the lot is sold`;
};

export const LotFacts = ({ auction }: { auction: Auction }) => {
  const { currency, reservePrice, lowEstimate, highEstimate } = auction;
  const labelOf = useLabelOfCategory();
  return (
    <section aria-labelledby="about-title" className="grid gap-4">
      <h2 id="about-title" className="font-bold text-lg">
        About this lot
      </h2>
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {auction.description}
      </p>
      <Addenda addenda={auction.addenda ?? []} />
      {auction.categories.length > 0 && (
        <ul aria-label="Categories" className="flex flex-wrap gap-2">
          {auction.categories.map((category) => (
            <li key={category}>
              <Badge tone="neutral">{labelOf(category)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-8 border-line border-t sm:max-[768px]:grid-cols-2 lg:grid-cols-2">
        <Fact name="Condition">{conditionLabels[auction.condition]}</Fact>
        <Fact name="Seller">
          <SellerName auction={auction} />
        </Fact>
        <Fact name="Location">
          <bdi>{auction.location || "Not specified"}</bdi>
        </Fact>
        {(auction.status === "active" || auction.isUpcoming) && (
          <Fact name={auction.status === "active" ? "End" : "Opening and end"}>
            <a
              href={`/api/auctions/${auction._id}/calendar.ics`}
              download
              // Tall for a finger, in a row that is not taller than the others.
              className={cx(textLinkClass, "-my-2.5")}
            >
              Add to calendar
            </a>
          </Fact>
        )}
        {lowEstimate !== undefined && highEstimate !== undefined && (
          <Fact name="Estimate">
            <Money amount={lowEstimate} currency={currency} /> – <Money amount={highEstimate} currency={currency} />
          </Fact>
        )}
        <Fact name="Reserve">{reserveWords(auction)}</Fact>
        {isBuyItNowAhead(auction) && (
          <Fact name="Buy It Now">
            <span className="tabular">{priceWithFee(auction)}</span>
          </Fact>
        )}
        {reservePrice != null && (
          <Fact name="Reserve (admins only)">
            <Money amount={reservePrice} currency={currency} />
          </Fact>
        )}
      </dl>
      <p className="text-ink-soft text-sm">Sellers cannot bid on their own lots. Usernames of bidders are masked.</p>
      {detailNames.map((name) => (
        <Detail key={name} title={lotDetails[name].title} text={auction[name]} />
      ))}
      <Report report={auction.conditionReport} />
    </section>
  );
};

const Addenda = ({ addenda }: { addenda: NonNullable<Auction["addenda"]> }) =>
  addenda.length > 0 && (
    <ul aria-label="Notes added later" className="grid max-w-prose gap-3">
      {addenda.map(({ at, text }) => (
        <li key={`${at} ${text}`} className="border-amber-mark border-l-2 pl-3">
          <p className="font-semibold text-sm">Note added on {lagosMoment(at)}</p>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );

const Detail = ({ title, text }: { title: string; text: string | undefined }) =>
  text && (
    <div className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
  );

const Report = ({ report }: { report: Auction["conditionReport"] }) => {
  if (!report) return null;
  const entries = reportEntries(report as ConditionReport);
  const notes = entries.find(({ name }) => name === "notes");
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">Condition report</h3>
      <dl className="grid gap-x-8 border-line border-t sm:max-[768px]:grid-cols-2 lg:grid-cols-2">
        {entries
          .filter((entry) => entry !== notes)
          .map(({ name, label, value }) => (
            <Fact key={name} name={label}>
              <span className="tabular [overflow-wrap:anywhere]">{value}</span>
            </Fact>
          ))}
      </dl>
      {notes && (
        <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
          {notes.value}
        </p>
      )}
    </div>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2">
    <dt className="whitespace-nowrap text-ink-soft">{name}</dt>
    <dd className="ml-auto text-right font-semibold">{children}</dd>
  </div>
);
