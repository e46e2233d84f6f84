// "About this lot" on an auction's page: the description, the categories, and a table of facts (condition, seller,
// location, reserve, Buy It Now price).
import { type Auction, categoryLabels, conditionLabels } from "@jara/shared/auction";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Money } from "../../ui/money.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const reserveWords = ({ hasReserve, reserveMet, status }: Auction): string => {
  if (!hasReserve) return "No reserve";
  if (reserveMet) return "Reserve met";
  return status === "ended" ? "Reserve not met" : "Reserve not met yet";
};

export const LotFacts = ({ auction }: { auction: Auction }) => {
  const { currency, reservePrice, buyItNowPrice } = auction;
  return (
    <section aria-labelledby="about-title" className="grid gap-4">
      <h2 id="about-title" className="font-bold text-lg">
        About this lot
      </h2>
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {auction.description}
      </p>
      {auction.categories.length > 0 && (
        <ul aria-label="Categories" className="flex flex-wrap gap-2">
          {auction.categories.map((category) => (
            <li key={category}>
              <Badge tone="neutral">{categoryLabels[category]}</Badge>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-8 border-line border-t sm:max-[768px]:grid-cols-2 lg:grid-cols-2">
        <Fact name="Condition">{conditionLabels[auction.condition]}</Fact>
        <Fact name="Seller">
          <bdi>{auction.seller?.username || "Unknown"}</bdi>
        </Fact>
        <Fact name="Location">
          <bdi>{auction.location || "Not specified"}</bdi>
        </Fact>
        {auction.status === "active" && (
          <Fact name="End">
            <a href={`/api/auctions/${auction._id}/calendar.ics`} download className={textLinkClass}>
              Add to calendar
            </a>
          </Fact>
        )}
        <Fact name="Reserve">{reserveWords(auction)}</Fact>
        {buyItNowPrice !== null && (
          <Fact name="Buy It Now price">
            <Money amount={buyItNowPrice} currency={currency} />
          </Fact>
        )}
        {reservePrice != null && (
          <Fact name="Reserve (admins only)">
            <Money amount={reservePrice} currency={currency} />
          </Fact>
        )}
      </dl>
    </section>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2">
    <dt className="whitespace-nowrap text-ink-soft">{name}</dt>
    <dd className="ml-auto text-right font-semibold">{children}</dd>
  </div>
);
