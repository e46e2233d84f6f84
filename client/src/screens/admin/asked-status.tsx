// The question before a change of status in Manage. A change that takes a sale back names the lot's seller, and what the
// seller loses.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import type { ComponentProps } from "react";
import { takenBack, takenBackUntilPaid, useSellersMoney } from "../../features/settlements/components/seller-money.tsx";
import { StatusDialog } from "../../lots/status/status-dialog.tsx";

interface AskedStatusProps extends Omit<ComponentProps<typeof StatusDialog>, "auction" | "note" | "isBlocked"> {
  auction: ManagedAuction | null;
}

export const AskedStatus = ({ auction, to, ...more }: AskedStatusProps) => {
  const isUndone = auction?.status === "sold" && to !== "sold";
  // The server tells it to staff who see payments.
  const settlementId = isUndone ? auction.settlementId : null;
  const { isUnknown, notes } = useSellersMoney(
    settlementId ? [{ _id: settlementId }] : [],
    to === "ended" ? takenBackUntilPaid : takenBack,
  );
  return <StatusDialog {...more} auction={auction} to={to} note={notes} isBlocked={isUnknown} />;
};
