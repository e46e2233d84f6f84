// The signed-in person's bid receipts on this device. It needs no connection.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type KeptReceipt, onReceiptsChanged, receiptsOf } from "../../lib/kept-receipts.ts";
import { useSession } from "../../store/session.ts";

const KEY = "kept-receipts";
const none: readonly KeptReceipt[] = [];

/** Oldest first. Undefined: of all lots. */
export const useKeptReceipts = (auctionId?: string): readonly KeptReceipt[] => {
  const userId = useSession(({ user }) => user?._id);
  const client = useQueryClient();
  useEffect(() => onReceiptsChanged(() => void client.invalidateQueries({ queryKey: [KEY] })), [client]);
  const { data = none } = useQuery({
    queryKey: [KEY, userId],
    queryFn: () => (userId === undefined ? none : receiptsOf(userId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return auctionId === undefined ? data : data.filter(({ auction }) => auction === auctionId);
};
