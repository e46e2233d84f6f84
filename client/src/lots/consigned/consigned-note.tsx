// Says which terms the seller of a lot accepted, and, if the lot has other prices, offers both ways on: to propose these
// to the seller, or to use the accepted ones.
import * as calls from "@jara/shared/calls/auction-management";
import { formatMoney } from "@jara/shared/money";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { useMutation } from "@tanstack/react-query";
import { Link } from "#router";
import { ask, messageOf } from "../../lib/api.ts";
import { noteOutcome } from "../../live/live.ts";
import { toast } from "../../store/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Prices, type TermsState, termsTitles } from "./use-consigned.ts";

const pricesWords = ({ startingPrice, reservePrice, currency }: Prices): string =>
  `a starting price of ${formatMoney(startingPrice, currency)} and ${
    reservePrice === null ? "no reserve" : `a reserve of ${formatMoney(reservePrice, currency)}`
  }`;

const wordsOf = ({ agreement, lot }: StaffOffer, state: TermsState): string => {
  if (!agreement || !lot) return "Propose terms in the offer. The lot can be published once the seller accepted them.";
  if (state === "proposed")
    return `The agreement with ${pricesWords(agreement)} waits for the seller. The lot can be published once it is accepted.`;
  if (state === "accepted") return `They are ${pricesWords(agreement)}. Other prices need a new agreement.`;
  return `The seller accepted ${pricesWords(agreement)}. This lot has ${pricesWords(lot)}, so it cannot be published.`;
};

interface ConsignedNoteProps {
  auctionId: string;
  consigned: { readonly offer: StaffOffer; readonly state: TermsState } | null;
}

export const ConsignedNote = ({ auctionId, consigned }: ConsignedNoteProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ startingPrice, reservePrice, currency }: Prices) => {
      const body = { startingPrice, reservePrice, currency };
      return (await ask(calls.updateAuctionAsAdmin, { params: { id: auctionId }, body })).auction;
    },
    onSuccess: (auction) => {
      noteOutcome(auction);
      toast.success("The lot has the accepted prices");
    },
  });
  if (!consigned) return null;
  const { offer, state } = consigned;
  const { agreement } = offer;
  const address = `/admin/offers/${offer._id}`;
  return (
    <Notice
      tone={state === "accepted" ? "success" : "warning"}
      title={termsTitles[state]}
      action={
        // Below the words on a phone, where several buttons leave them no room.
        <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:pl-8">
          {state === "other" && (
            <Link to={`${address}?propose=lot`} className={buttonClass("secondary", "sm")}>
              Propose these prices
            </Link>
          )}
          {state === "other" && agreement && (
            <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate(agreement)}>
              Use the accepted prices
            </Button>
          )}
          <Link to={address} className={buttonClass("secondary", "sm")}>
            Offer
          </Link>
        </span>
      }
    >
      {wordsOf(offer, state)}
      {error && <span className="block text-danger">{messageOf(error, "Failed to update auction")}</span>}
    </Notice>
  );
};
