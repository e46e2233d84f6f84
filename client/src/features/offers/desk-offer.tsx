// One offer as staff review it: its words, its photos side by side, similar sold lots, the messages, and the decision.
import type { Currency } from "@jara/shared/money";
import { DECLINE_REASON_MAX } from "@jara/shared/offer-limits";
import { may } from "@jara/shared/permissions";
import type { UsualTerms } from "@jara/shared/rest/agreements";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "#router";
import { messageOf } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { useSession } from "../../store/session.ts";
import { toast } from "../../store/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Messages } from "./messages.tsx";
import { OfferPhotos, OfferWords } from "./offer-content.tsx";
import { ageOf, offerStates } from "./offer-words.ts";
import { act, DESK_KEY, type DeskAction, makeLot } from "./queries.ts";
import { SimilarSold } from "./similar-sold.tsx";
import { TermsForm } from "./terms-form.tsx";
import { TermsList } from "./terms-list.tsx";

interface ReviewedOffer {
  offer: StaffOffer;
  /** The terms of the site's settings. */
  usualTerms: UsualTerms;
  /** How many other imported lots of the seller in each currency wait for terms. */
  others: Readonly<Record<Currency, number>>;
}

export const DeskOffer = ({ offer, usualTerms, others }: ReviewedOffer) => {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (action: DeskAction) => act(offer._id, action),
    onSuccess: ({ offer: next, others: more = 0 }) => {
      client.setQueryData([DESK_KEY, next._id], { offer: next, usualTerms, others });
      if (more > 0) toast.success(`${more + 1} lots have terms. The seller got one email.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [DESK_KEY] }),
  });
  const { label, tone } = offerStates[offer.status];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h1 dir="auto" className="font-bold text-xl [overflow-wrap:anywhere]">
            {offer.title}
          </h1>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-ink-soft text-sm">
          <bdi translate="no">{offer.seller.username}</bdi>
          {offer.seller.name && <> ({offer.seller.name})</>}
          {offer.offeredAt && `, sent ${lagosMoment(offer.offeredAt)}, ${ageOf(offer.offeredAt)} ago`}
          {offer.enteredBy && `, entered by ${offer.enteredBy}`}
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OfferPhotos offer={offer} />
          <Panel title="What the seller says">
            <OfferWords offer={offer} />
          </Panel>
          <Panel title="Similar lots that were sold">
            <SimilarSold title={offer.title} ownLotId={offer.lot?._id} />
          </Panel>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Decision
            offer={offer}
            usualTerms={usualTerms}
            others={others}
            isPending={change.isPending}
            send={change.mutate}
          />
          {change.error && <Notice tone="error">{messageOf(change.error, "Failed to save")}</Notice>}
          <Panel title="Messages">
            <Messages
              messages={offer.messages}
              reader="staff"
              send={(text) => change.mutateAsync({ is: "message", text })}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
};

interface DecisionProps extends ReviewedOffer {
  isPending: boolean;
  send: (action: DeskAction, options?: { onSuccess: () => void }) => void;
}

const Decision = ({ offer, usualTerms, others, isPending, send }: DecisionProps) => {
  // A lot with other prices than the accepted ones leads here.
  const fromLot = useSearchParams()[0].get("propose") === "lot";
  const [doing, setDoing] = useState<"terms" | "decline" | null>(fromLot ? "terms" : null);
  const role = useSession(({ user }) => user?.role);
  const { status, agreement } = offer;
  const close = () => setDoing(null);
  const finish = (action: DeskAction) => send(action, { onSuccess: close });
  return (
    <Panel title="Decision">
      {status === "declined" && (
        <Notice tone="muted" title={`Declined${offer.decidedBy ? ` by ${offer.decidedBy}` : ""}`}>
          {offer.declineReason}
        </Notice>
      )}
      {agreement && (
        <div className="grid gap-2">
          <p>
            {agreement.status === "accepted"
              ? `The seller accepted the agreement (version ${agreement.version}) as ${agreement.acceptedName}, ${lagosMoment(agreement.acceptedAt ?? agreement.proposedAt)}.`
              : `The agreement (version ${agreement.version}) waits for the seller since ${lagosMoment(agreement.proposedAt)}.`}
          </p>
          <TermsList agreement={agreement} />
        </div>
      )}
      {(status === "accepted" || offer.lot) && <LotOfOffer offer={offer} />}
      {doing === "terms" && (
        <TermsForm
          offer={offer}
          usual={usualTerms}
          others={others}
          fromLot={fromLot}
          isPending={isPending}
          close={close}
          send={(terms) => finish({ is: "accept", terms })}
        />
      )}
      {doing === "decline" && (
        <DeclineForm
          isPending={isPending}
          close={close}
          send={(reason) => finish({ is: "decline", reason, revision: offer.revision })}
        />
      )}
      {doing === null && status !== "declined" && (
        <div className="flex flex-wrap gap-2">
          {may(role, "auctions:run") && (
            <Button variant={agreement ? "secondary" : "primary"} onClick={() => setDoing("terms")}>
              {agreement ? "Change the terms" : "Accept…"}
            </Button>
          )}
          {status === "offered" && (
            <Button variant="secondary" pending={isPending} onClick={() => send({ is: "review" })}>
              Begin review
            </Button>
          )}
          {!offer.lot && (
            <Button variant="secondary" onClick={() => setDoing("decline")}>
              Decline…
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
};

const LotOfOffer = ({ offer }: { offer: StaffOffer }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  const make = useMutation({
    mutationFn: () => makeLot(offer._id, key.current),
    onSuccess: async (auction) => {
      toast.success("The draft lot is made");
      await client.invalidateQueries({ queryKey: [DESK_KEY] });
      void navigate(`/auction/${auction._id}`);
    },
  });
  if (offer.lot) {
    return (
      <Link to={`/auction/${offer.lot._id}`} className={`${buttonClass("secondary")} justify-self-start`}>
        See the lot
      </Link>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button pending={make.isPending} onClick={() => make.mutate()}>
        Make the draft lot
      </Button>
      {make.error && <Notice tone="error">{messageOf(make.error, "Failed to make the lot")}</Notice>}
    </div>
  );
};

interface DeclineFormProps {
  isPending: boolean;
  close: () => void;
  send: (reason: string) => void;
}

const DeclineForm = ({ isPending, close, send }: DeclineFormProps) => {
  const [reason, setReason] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  return (
    <form
      noValidate
      aria-label="Decline"
      className="grid max-w-prose gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setIsEmpty(reason.trim() === "");
        if (reason.trim() !== "") send(reason.trim());
      }}
    >
      <TextField
        dir="auto"
        label="Reason"
        hint="The seller reads it."
        error={isEmpty ? "Please say why" : null}
        max={DECLINE_REASON_MAX}
        value={reason}
        isLocked={isPending}
        onChange={setReason}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" pending={isPending}>
          Decline the offer
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
