// Copies a lot into a new lot draft, and opens the form with it.
import type { Auction } from "@jara/shared/auction";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useNavigate } from "#router";
import { messageOf } from "../lib/api.ts";
import { allLotDrafts, draftAddress, duplicateAuction } from "../queries/lot-drafts.ts";
import { toast } from "../store/toast.ts";
import { Button } from "../ui/button.tsx";

interface DuplicateLotProps {
  auction: Pick<Auction, "_id" | "title">;
  /** Shown as an icon with these classes. */
  iconClass?: string;
}

export const DuplicateLot = ({ auction, iconClass }: DuplicateLotProps) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => duplicateAuction(auction._id),
    onSuccess: (id) => {
      void client.invalidateQueries(allLotDrafts);
      void navigate(draftAddress(id));
    },
    onError: (error) => toast.error(messageOf(error, "Failed to duplicate the lot")),
  });
  const name = `Duplicate ${auction.title}`;
  if (iconClass === undefined) {
    return (
      <Button variant="ghost" size="sm" pending={isPending} aria-label={name} onClick={() => mutate()}>
        Duplicate
      </Button>
    );
  }
  return (
    <button
      type="button"
      onClick={() => !isPending && mutate()}
      aria-busy={isPending || undefined}
      aria-label={name}
      title={name}
      data-action="duplicate"
      className={iconClass}
    >
      <Copy aria-hidden className="size-4" />
    </button>
  );
};
