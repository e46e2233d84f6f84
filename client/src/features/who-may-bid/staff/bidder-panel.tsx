// Shows what the house knows of a person as a bidder, on the staff's page about them. Staff decide here, also without a
// request.
import type { BidderOfUser } from "@jara/shared/rest/who-may-bid";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useListNews } from "../../../connection/use-list-news.ts";
import { messageOf } from "../../../lib/api.ts";
import { Shares } from "../../../lots/shares.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { BIDDERS, bidderQuery, decide } from "../queries.ts";
import { BidderCard, LimitForm } from "./bidder-card.tsx";

export const BidderPanel = ({ userId }: { userId: string }) => {
  const query = useQuery(bidderQuery(userId));
  useListNews({ queryKey: [BIDDERS] }, "bidders");
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load what is known of the bidder")}
      loading={<Skeleton className="h-24" />}
    >
      {(bidder) => (
        <div className="grid gap-3">
          <Shares shares={bidder.shares} />
          <p className="text-sm">{bidder.phone ? `Verified phone: ${bidder.phone.number}` : "No verified phone"}</p>
          {bidder.document ? (
            <BidderCard key={bidder.document.revision} entry={bidder.document} kind="document" hasName={false} />
          ) : (
            <p className="text-sm">No document</p>
          )}
          {bidder.approvals.map((entry) => (
            <BidderCard key={`${entry.sale?._id} ${entry.revision}`} entry={entry} kind="approval" hasName={false} />
          ))}
          <ApproveUnasked userId={userId} bidder={bidder} />
        </div>
      )}
    </Loaded>
  );
};

/** Approves a person for the whole site who did not ask. */
const ApproveUnasked = ({ userId, bidder }: { userId: string; bidder: BidderOfUser }) => {
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const approve = useMutation({
    mutationFn: (limit: number | null) =>
      decide(userId, { on: "approval", body: { status: "approved", limit, saleId: null, revision: 0 } }),
    onSettled: () => client.invalidateQueries({ queryKey: [BIDDERS] }),
  });
  if (bidder.approvals.some(({ sale }) => sale === null)) return null;
  return (
    <>
      {approve.error && <Notice tone="error">{messageOf(approve.error, "It could not be saved.")}</Notice>}
      {isOpen ? (
        <LimitForm limit={null} isPending={approve.isPending} onLimit={approve.mutate} />
      ) : (
        <Button size="sm" variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Approve as a bidder
        </Button>
      )}
    </>
  );
};
