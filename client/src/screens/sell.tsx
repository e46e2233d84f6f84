// The screen for people who want the house to sell an item: their offers, and the form of one.
import type { Offer } from "@jara/shared/rest/offers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate, useParams } from "#router";
import { Messages } from "../features/offers/messages.tsx";
import { OfferPhotos, OfferWords } from "../features/offers/offer-content.tsx";
import { OfferForm } from "../features/offers/offer-form.tsx";
import { OfferState } from "../features/offers/offer-state.tsx";
import { ownState } from "../features/offers/offer-words.ts";
import {
  beginOffer,
  deleteOffer,
  OFFERS_KEY,
  offerQuery,
  offersQuery,
  withdrawOffer,
  writeMessage,
} from "../features/offers/queries.ts";
import { UsualTermsNote } from "../features/offers/what-you-get.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { messageOf } from "../lib/api.ts";
import { lagosMoment } from "../lib/lagos-moment.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useHashTarget } from "../lib/use-hash-target.ts";
import { SellerTabs } from "../lots/seller-tabs.tsx";
import { toast } from "../store/toast.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { Picture } from "../ui/picture.tsx";
import { textLinkClass } from "../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Sell an item");
  const { isLoading, user } = useAuth();
  const { id } = useParams();
  if (isLoading) return null;
  if (!user) return <ToLogin />;
  return id ? <OneOffer key={`${user._id} ${id}`} id={id} /> : <AllOffers />;
};

const AllOffers = () => {
  const query = useQuery(offersQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  // One press begins one offer, however often it is sent.
  const key = useRef(crypto.randomUUID());
  const begin = useMutation({
    mutationFn: () => beginOffer(key.current),
    onSuccess: (offer) => {
      client.setQueryData([OFFERS_KEY, offer._id], offer);
      void client.invalidateQueries({ queryKey: offersQuery.queryKey });
      void navigate(`/sell/${offer._id}`);
    },
  });
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="font-bold text-xl">Sell an item</h1>
      <SellerTabs current="Offers" />
      <p className="max-w-prose text-ink-soft">
        Tell us what you want to sell, with at least 10 photos and 1 video. Our team looks at it, and sends you the
        terms on which we sell it. The auction begins after you accept them. The{" "}
        <Link to="/seller-terms" className={textLinkClass}>
          seller terms
        </Link>{" "}
        say how it works.
      </p>
      <UsualTermsNote />
      <Button className="justify-self-start" size="lg" pending={begin.isPending} onClick={() => begin.mutate()}>
        Offer an item
      </Button>
      {begin.error && <Notice tone="error">{messageOf(begin.error, "Failed to begin")}</Notice>}
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load your offers")}
        loading={<Loading shapes={["h-24", "h-24"]}>Loading your offers...</Loading>}
        empty={({ offers }) =>
          offers.length === 0 && <EmptyState title="You have offered nothing yet.">Your offers appear here.</EmptyState>
        }
      >
        {({ offers }) => (
          <>
            {offers.filter(({ agreement }) => agreement?.status === "proposed").length > 1 && (
              <Notice
                tone="warning"
                title="Several terms wait for you"
                action={
                  <Link to="/agreements" className={buttonClass("primary", "sm")}>
                    Accept them together
                  </Link>
                }
              >
                Read them on one page, and accept them with one signature.
              </Notice>
            )}
            <ul aria-label="Your offers" className="grid gap-3">
              {offers.map((offer) => (
                <OfferRow key={offer._id} offer={offer} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  );
};

const isWaiting = ({ status }: Offer): boolean => status === "offered" || status === "in-review";

const OfferRow = ({ offer }: { offer: Offer }) => {
  const { label, tone } = ownState(offer);
  const waits = offer.agreement?.status === "proposed";
  const hasMessage = isWaiting(offer) && offer.messages.at(-1)?.by === "staff";
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-3 rounded-box border border-line bg-surface p-3">
      <Picture
        src={offer.media.find(({ type }) => type === "image")?.url ?? null}
        alt=""
        sizes="4rem"
        className="aspect-square w-full rounded-box text-xs"
      />
      <div className="grid content-center gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <Link to={`/sell/${offer._id}`} dir="auto" className="font-semibold hover:text-brand hover:underline">
            {offer.title || "Without a name"}
          </Link>
          <Badge tone={tone}>{label}</Badge>
          {hasMessage && <Badge tone="amber">We wrote to you</Badge>}
        </div>
        <p className="text-ink-soft text-sm">{lagosMoment(offer.offeredAt ?? offer.updatedAt)}</p>
        {waits && offer.agreement && (
          <Link to={`/agreements/${offer.agreement._id}`} className={textLinkClass}>
            Read and accept the terms
          </Link>
        )}
      </div>
    </li>
  );
};

const OneOffer = ({ id }: { id: string }) => {
  const query = useQuery({ ...offerQuery(id), staleTime: Number.POSITIVE_INFINITY, refetchOnMount: "always" });
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <Link to="/sell" className={`${textLinkClass} justify-self-start`}>
        All your offers
      </Link>
      <Loaded
        query={{ ...query, data: query.isFetchedAfterMount ? query.data : undefined }}
        failed={(error) => messageOf(error, "Failed to load the offer")}
        loading={<Loading shapes={["h-96"]}>Loading the offer...</Loading>}
      >
        {(offer) => <Opened offer={offer} />}
      </Loaded>
    </div>
  );
};

/** Our team calls about the item and its handover. */
const AskForPhone = () => {
  const { user } = useAuth();
  if (!user || user.phone) return null;
  return (
    <Notice
      title="Add your phone number"
      action={
        <Link to="/profile" className={buttonClass("secondary", "sm")}>
          Go to your profile
        </Link>
      }
    >
      Your profile has none, so we cannot call you about the item.
    </Notice>
  );
};

const TAKE_BACK =
  "Take this offer back? We stop looking at it. It stays as your draft, which you can change, send again or delete.";

const Opened = ({ offer }: { offer: Offer }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  useHashTarget(true);
  const [isEditing, setIsEditing] = useState(offer.status === "draft");
  const put = (next: Offer) => {
    client.setQueryData([OFFERS_KEY, next._id], next);
    void client.invalidateQueries({ queryKey: offersQuery.queryKey });
  };
  const remove = useMutation({
    mutationFn: () => deleteOffer(offer._id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: offersQuery.queryKey });
      void navigate("/sell");
    },
    onError: (error) => toast.error(messageOf(error, "Failed to delete the offer")),
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawOffer(offer._id),
    onSuccess: (next) => {
      put(next);
      setIsEditing(true);
      window.scrollTo(0, 0);
    },
    onError: (error) => toast.error(messageOf(error, "Failed to take the offer back")),
  });
  const sent = async (next: Offer) => {
    put(next);
    setIsEditing(false);
    window.scrollTo(0, 0);
    await client.invalidateQueries({ queryKey: [OFFERS_KEY, next._id] });
  };
  const state = ownState(offer);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 dir="auto" className="font-bold text-xl [overflow-wrap:anywhere]">
          {offer.status === "draft" ? "Offer an item" : offer.title}
        </h1>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      {!isEditing && <OfferState offer={offer} />}
      {!isEditing && offer.status !== "declined" && <AskForPhone />}
      {isEditing ? (
        <OfferForm offer={offer} onSent={sent} />
      ) : (
        isWaiting(offer) && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => setIsEditing(true)}>
              Change the offer
            </Button>
            <Button
              variant="ghost"
              pending={withdraw.isPending}
              onClick={() => {
                if (window.confirm(TAKE_BACK)) withdraw.mutate();
              }}
            >
              Take it back
            </Button>
          </div>
        )
      )}
      {!isEditing && (
        <Panel title="What you sent">
          <OfferWords offer={offer} />
          <OfferPhotos offer={offer} />
        </Panel>
      )}
      {offer.status === "draft" ? (
        <Button
          variant="ghost"
          className="justify-self-start"
          pending={remove.isPending}
          onClick={() => {
            if (window.confirm("Delete this draft with its photos?")) remove.mutate();
          }}
        >
          Delete draft
        </Button>
      ) : (
        <div id="messages">
          <Panel title="Messages">
            <Messages
              messages={offer.messages}
              reader="seller"
              send={async (text) => put(await writeMessage(offer._id, text))}
            />
          </Panel>
        </div>
      )}
    </>
  );
};
