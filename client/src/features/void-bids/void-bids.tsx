// "Void bids" for staff who run auctions: choose a bidder, preview the effect on price and leader, give a reason,
// confirm.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { useVoidForm, VoidReasonFields } from "../../lots/void-reason-fields.tsx";
import { toast } from "../../store/toast.ts";
import { AskForm } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { EffectList } from "./effect-list.tsx";
import type { Bidder, VoidedBids } from "./queries.ts";
import { useBidders, useVoid, useVoidPreview } from "./use-void-bids.ts";

type VoidAuction = Pick<Auction, "_id" | "version" | "status" | "bidCount" | "currency">;

/**
 * A cancelled auction and a draft have no valid bids. `children`: a symbol for a dense row, which keeps its place where
 * there is nothing to void.
 */
export const VoidBids = ({ auction, children }: { auction: VoidAuction; children?: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { status, bidCount } = auction;
  const isPossible = bidCount > 0 && status !== "cancelled" && status !== "draft";
  if (!isPossible && !isOpen && !children) return null;
  return (
    <>
      <Button
        size="sm"
        variant={children ? "ghost" : "secondary"}
        aria-haspopup="dialog"
        disabled={!isPossible}
        className={children ? "px-2" : undefined}
        onClick={() => setIsOpen(true)}
      >
        {children ?? "Void bids"}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Void somebody's bids">
        <VoidBidsForm auction={auction} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
};

const bidderText = ({ username, bidCount, highestBid, isLeading }: Bidder, currency: Auction["currency"]): string => {
  return `${username}: ${countWords(bidCount)}, up to ${formatMoney(highestBid, currency)}${isLeading ? ", leads" : ""}`;
};

const VoidBidsForm = ({ auction, onDone }: { auction: VoidAuction; onDone: () => void }) => {
  const { _id, version, currency } = auction;
  const bidders = useBidders(_id, version);
  const [userId, setUserId] = useState("");
  const chosen = bidders.data?.find((bidder) => bidder._id === userId);
  if (bidders.error && !bidders.data) {
    return (
      <RetryNotice onRetry={() => void bidders.refetch()}>
        {messageOf(bidders.error, "Failed to load the bidders")}
      </RetryNotice>
    );
  }
  return (
    <VoidForm
      auction={auction}
      whose={{ userId }}
      chosen={chosen && { username: chosen.username, bids: countWords(chosen.bidCount) }}
      onDone={onDone}
    >
      {(voiding) => (
        <>
          <BidderSelect
            bidders={bidders.data}
            userId={chosen ? userId : ""}
            currency={currency}
            isLocked={voiding.isPending}
            onChange={(id) => {
              setUserId(id);
              voiding.reset();
            }}
          />
          {bidders.data?.length === 0 && <p className="text-sm">There are no valid bids.</p>}
        </>
      )}
    </VoidForm>
  );
};

interface FromBidProps {
  auction: VoidAuction;
  bidder: { id: string; username: string };
  number: number;
}

/** "Void from this bid on", beside a bid in the staff's history. */
export const VoidFromBid = ({ auction, bidder, number }: FromBidProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Void from this bid on
      </Button>
      <Dialog open={isOpen} onClose={close} title={`Void ${bidder.username}'s bids from bid ${number} on`}>
        <VoidForm
          auction={auction}
          whose={{ userId: bidder.id, fromBid: number }}
          chosen={{ username: bidder.username, bids: `from bid ${number} on` }}
          onDone={close}
        >
          {() => (
            <p className="text-sm">Earlier bids of {bidder.username}, and a maximum from before this bid, stay.</p>
          )}
        </VoidForm>
      </Dialog>
    </>
  );
};

const countWords = (bids: number): string => (bids === 1 ? "1 bid" : `${bids} bids`);

interface VoidFormProps {
  auction: VoidAuction;
  whose: VoidedBids;
  /** Undefined until a bidder is chosen. `bids`: which bids, after "Void". */
  chosen: { username: string; bids: string } | undefined;
  onDone: () => void;
  children: (voiding: ReturnType<typeof useVoid>) => ReactNode;
}

const VoidForm = ({ auction: { _id, version, currency }, whose, chosen, onDone, children }: VoidFormProps) => {
  const voidForm = useVoidForm("mistaken-amount");
  const voiding = useVoid(_id, (effect) => {
    toast.success("The bids are void", { description: effectText(effect, currency) });
    onDone();
  });
  // The void itself is a public change; do not fetch the preview again after it.
  const preview = useVoidPreview(_id, version, whose, !voiding.isPending && !voiding.isSuccess);
  const submit = () => {
    const form = voidForm.check();
    if (form && chosen) voiding.mutate({ ...whose, ...form });
  };
  return (
    <AskForm
      label="Void bids"
      yes={chosen ? `Void ${chosen.bids}` : "Void bids"}
      isDanger
      isDisabled={!chosen || !preview.data}
      of={voiding}
      failed="Failed to void the bids"
      onNo={onDone}
      onYes={submit}
    >
      {children(voiding)}
      {chosen && (
        <>
          <Preview preview={preview} username={chosen.username} currency={currency} />
          <VoidReasonFields {...voidForm.fields} />
          <p className="text-ink-soft text-sm">
            This cannot be undone. All bidders are notified. The bids stay in the history, struck through.
          </p>
        </>
      )}
    </AskForm>
  );
};

interface BidderSelectProps {
  bidders: readonly Bidder[] | undefined;
  userId: string;
  currency: Auction["currency"];
  isLocked: boolean;
  onChange: (userId: string) => void;
}

const BidderSelect = ({ bidders, userId, currency, isLocked, onChange }: BidderSelectProps) => (
  <Field label="Bidder">
    <Select value={userId} disabled={isLocked} onChange={({ target }) => onChange(target.value)}>
      <option value="">{bidders ? "Choose a bidder" : "Loading..."}</option>
      {bidders?.map((bidder) => (
        <option key={bidder._id} value={bidder._id}>
          {bidderText(bidder, currency)}
        </option>
      ))}
    </Select>
  </Field>
);

interface PreviewProps {
  preview: ReturnType<typeof useVoidPreview>;
  username: string;
  currency: Auction["currency"];
}

const Preview = ({ preview, username, currency }: PreviewProps) => (
  <>
    {preview.data && <EffectList effect={preview.data} currency={currency} />}
    {preview.isPending && (
      <p role="status" className="text-ink-soft text-sm">
        Calculating the price without these bids of {username}...
      </p>
    )}
    {preview.error && (
      <RetryNotice onRetry={() => void preview.refetch()}>
        {messageOf(preview.error, "Failed to calculate the price")}
      </RetryNotice>
    )}
  </>
);

const effectText = ({ priceBefore, priceAfter }: VoidEffect, currency: Auction["currency"]): string =>
  priceBefore === priceAfter
    ? `The price stays at ${formatMoney(priceAfter, currency)}.`
    : `The price went from ${formatMoney(priceBefore, currency)} to ${formatMoney(priceAfter, currency)}.`;
