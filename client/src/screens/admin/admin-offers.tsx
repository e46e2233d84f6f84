// Offers (staff who make lots): what people want the house to sell. A list with the age of each, and the review of one.
import type { OfferStatus } from "@jara/shared/offer-limits";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "#router";
import { useListNews } from "../../connection/use-list-news.ts";
import { DeskOffer } from "../../features/offers/desk-offer.tsx";
import { EnterOffer } from "../../features/offers/enter-offer.tsx";
import { ageOf, offerStates, turnOf } from "../../features/offers/offer-words.ts";
import { DESK_KEY, deskOfferQuery, deskQuery } from "../../features/offers/queries.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { addressAt, choiceIn, pageIn, paramsOf } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, LoadedPage, Loading } from "../../ui/loaded.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Picture } from "../../ui/picture.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Offers");
  const { id } = useParams();
  return <StaffOnly use="lots:edit">{id ? <One key={id} id={id} /> : <Queue />}</StaffOnly>;
};

const One = ({ id }: { id: string }) => {
  useListNews({ queryKey: [DESK_KEY] }, "offers");
  const query = useQuery(deskOfferQuery(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link to="/admin/offers" className={`${textLinkClass} justify-self-start`}>
        All offers
      </Link>
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load the offer")}
        loading={<Loading shapes={["h-96"]}>Loading the offer...</Loading>}
      >
        {(answer) => <DeskOffer {...answer} />}
      </Loaded>
    </div>
  );
};

const tabs = ["waiting", "accepted", "declined"] as const;
type Tab = (typeof tabs)[number];
const labels: Record<Tab, string> = { waiting: "Waiting", accepted: "Accepted", declined: "Declined" };
const empty: Record<Tab, string> = {
  waiting: "No offer waits.",
  accepted: "No offer was accepted yet.",
  declined: "No offer was declined.",
};
const statusOf = (tab: Tab): OfferStatus | undefined => (tab === "waiting" ? undefined : tab);
const addressOf = (tab: Tab, page = 1): string => addressAt("/admin/offers", paramsOf({ state: tab, page }));

const Queue = () => {
  useListNews({ queryKey: [DESK_KEY] }, "offers");
  const [params] = useSearchParams();
  const tab = choiceIn(params, "state", tabs, "waiting");
  const query = useQuery({ ...deskQuery(statusOf(tab), pageIn(params)), placeholderData: keepPreviousData });
  const [isEntering, setIsEntering] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-bold text-xl">Offers</h1>
        {!isEntering && (
          <Button variant="secondary" size="sm" onClick={() => setIsEntering(true)}>
            Enter for somebody
          </Button>
        )}
      </div>
      {isEntering && <EnterOffer close={() => setIsEntering(false)} />}
      <CountTabs
        label="Offers by state"
        tabs={tabs.map((key) => ({
          key,
          label: labels[key],
          count: key === "waiting" ? query.data?.counts.waiting : null,
          isChosen: key === tab,
          to: addressOf(key),
        }))}
      />
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the offers")}
        loading={<Loading shapes={["h-24", "h-24 opacity-70"]}>Loading offers...</Loading>}
        empty={({ offers }) => offers.length === 0 && <EmptyState title={empty[tab]} />}
        pager={(pagination) => <Pager pagination={pagination} addressOf={(page) => addressOf(tab, page)} />}
      >
        {({ offers }) => (
          <ul aria-label={labels[tab]} className="grid gap-3 lg:grid-cols-2">
            {offers.map((offer) => (
              <Row key={offer._id} offer={offer} />
            ))}
          </ul>
        )}
      </LoadedPage>
    </div>
  );
};

const Row = ({ offer }: { offer: StaffOffer }) => {
  const { label, tone } = offerStates[offer.status];
  const turn = turnOf(offer);
  const isWaiting = offer.status === "offered" || offer.status === "in-review";
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 rounded-box border border-line bg-surface p-3">
      <Picture
        src={offer.media.find(({ type }) => type === "image")?.url ?? null}
        alt=""
        sizes="4.5rem"
        className="aspect-square w-full rounded-box text-xs"
      />
      <div className="grid content-center gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <Link to={`/admin/offers/${offer._id}`} dir="auto" className="font-semibold hover:text-brand hover:underline">
            {offer.title}
          </Link>
          <Badge tone={tone}>{label}</Badge>
          {turn && <Badge tone={turn.isOurs ? "amber" : "outline"}>{turn.words}</Badge>}
        </div>
        <p className="text-ink-soft text-sm">
          <bdi translate="no">{offer.seller.username}</bdi>
          {isWaiting && offer.offeredAt && `, waits for ${ageOf(offer.offeredAt)}`}
        </p>
      </div>
    </li>
  );
};
