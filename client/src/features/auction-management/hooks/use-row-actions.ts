// The menu of one lot: which lot it is open for, its actions, and what each action does.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { useNavigate } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { draftAddress, duplicateAuction } from "../../../queries/lot-drafts.ts";
import { toast } from "../../../store/toast.ts";
import { useMay } from "../../../ui/may.tsx";
import { type RowAction, rowActionsFor } from "../row-actions.ts";

interface Options {
  auctions: readonly ManagedAuction[];
  onStatus: (auction: Auction, to: AuctionStatus) => void;
  onRelist: (auction: ManagedAuction) => void;
  onEdit: (auction: Auction) => void;
}

export const useRowActions = ({ auctions, onStatus, onRelist, onEdit }: Options) => {
  const navigate = useNavigate();
  const rights = { mayRun: useMay("auctions:run"), mayEdit: useMay("lots:edit"), mayReadBids: useMay("bids:read") };
  const [openId, setOpenId] = useState<string | null>(null);
  // The row is live, so the menu follows a change of its status.
  const auction = auctions.find(({ _id }) => _id === openId) ?? null;

  const duplicate = async ({ _id }: Auction) => {
    try {
      await navigate(draftAddress(await duplicateAuction(_id)));
    } catch (error) {
      toast.error(messageOf(error, "Failed to duplicate the lot"));
    }
  };
  const choose = (action: RowAction) => {
    if (!auction) return;
    setOpenId(null);
    if ("status" in action) return onStatus(auction, action.status);
    switch (action.way) {
      case "relist":
        return onRelist(auction);
      case "duplicate":
        return void duplicate(auction);
      case "edit":
        return onEdit(auction);
      case "history":
        return void navigate(`/admin/auctions/${auction._id}/history`);
      case "payment":
        return void navigate(`/admin/settlements/${auction.settlementId ?? ""}`);
      default:
        return action.way satisfies never;
    }
  };
  return {
    auction,
    actions: auction ? rowActionsFor(auction, rights) : [],
    open: ({ _id }: Auction) => setOpenId(_id),
    close: () => setOpenId(null),
    choose,
  };
};
