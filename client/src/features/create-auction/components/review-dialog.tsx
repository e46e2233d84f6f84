// One look at the lot before it is published: its card and page as bidders will see them, and what is missing or odd.
import type { Auction, Media } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { serverNow } from "../../../connection/connection.ts";
import type { LotForm } from "../../../lots/lot-form/lot-form.ts";
import type { MediaList } from "../../../lots/media/media-list.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { previewAuction } from "../preview-auction.ts";
import { reviewLot } from "../review-lot.ts";
import { LotSummary } from "./summary.tsx";

/** The parts of the listing and of the lot's page that show it. */
export interface LotPreview {
  card: (auction: Auction) => ReactNode;
  page: (auction: Auction) => ReactNode;
}

export interface LotToReview {
  form: LotForm;
  media: Media[];
}

interface ReviewDialogProps {
  /** Null while there is nothing to review. */
  lot: LotToReview | null;
  media: MediaList;
  seller: Auction["seller"];
  preview: LotPreview;
  isPublishing: boolean;
  onPublish: (lot: LotToReview, andNext: boolean) => void;
  onClose: () => void;
}

export const ReviewDialog = ({ lot, onClose, isPublishing, ...props }: ReviewDialogProps) => (
  <Dialog
    open={lot !== null}
    onClose={onClose}
    closable={!isPublishing}
    title="Check the lot before you publish it"
    className="max-md:m-0 max-md:h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0 md:max-w-4xl"
  >
    {lot && <Review lot={lot} onClose={onClose} isPublishing={isPublishing} {...props} />}
  </Dialog>
);

const Review = ({
  lot,
  media,
  seller,
  preview,
  isPublishing,
  onPublish,
  onClose,
}: ReviewDialogProps & { lot: LotToReview }) => {
  const { items } = useStore(media.store);
  const { details } = useSiteDetails();
  const now = serverNow();
  const auction = previewAuction(lot.form, lot.media, seller, now, details?.increments);
  const remarks = reviewLot(lot.form, lot.media, now, details);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {remarks.length > 0 ? (
        <Notice tone="warning" title={remarks.length === 1 ? "One thing to check" : "A few things to check"}>
          <ul className="grid list-disc gap-1 pl-4">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice tone="success">Nothing is missing.</Notice>
      )}
      <p className="tabular font-semibold text-sm">{timesInWords(auction, now)}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
        <section aria-label="In the listing" className="grid content-start gap-2">
          <h3 className="text-ink-soft text-sm">In the listing</h3>
          <div inert className="max-w-64">
            {preview.card(auction)}
          </div>
        </section>
        <section aria-label="On its page" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <h3 className="text-ink-soft text-sm">On its page</h3>
          <p dir="auto" className="font-bold text-lg [overflow-wrap:anywhere]">
            {auction.title}
          </p>
          <div inert className="grid grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            {preview.page(auction)}
          </div>
          <h3 className="border-line border-t pt-4 text-ink-soft text-sm">All details</h3>
          <LotSummary form={lot.form} items={items} />
        </section>
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-line border-t bg-surface px-4 py-3 *:flex-auto md:-mx-6 md:-mb-6 md:px-6 sm:*:flex-none">
        <Button variant="secondary" onClick={onClose} disabled={isPublishing}>
          Back to the form
        </Button>
        <Button variant="secondary" onClick={() => onPublish(lot, true)} disabled={isPublishing}>
          Publish and next
        </Button>
        <Button pending={isPublishing} onClick={() => onPublish(lot, false)}>
          Publish
        </Button>
      </div>
    </div>
  );
};

const timesInWords = ({ startTime, endTime }: Auction, nowMs: number): string => {
  const starts = startTime && Date.parse(startTime) > nowMs ? `Starts ${formatLagosTime(startTime)}` : "Starts at once";
  return `${starts}, ends ${formatLagosTime(endTime)} (Lagos time).`;
};
