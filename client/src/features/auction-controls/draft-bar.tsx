// The bar on a draft's page lets staff edit and publish it. If a seller owns it, the bar says who waits for whom.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "#router";
import { messageOf } from "../../lib/api.ts";
import { noteOutcome } from "../../live/live.ts";
import { ConsignedNote } from "../../lots/consigned/consigned-note.tsx";
import { useConsigned, useConsignedNews } from "../../lots/consigned/use-consigned.ts";
import type { StatusReasons } from "../../lots/status/reason-field.tsx";
import { StatusDialog } from "../../lots/status/status-dialog.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { changeStatus } from "./queries.ts";

export const DraftBar = ({ auction }: { auction: Auction }) => {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  useConsignedNews();
  const consigned = useConsigned(auction);
  const edit = `/admin/auctions?edit=${encodeURIComponent(auction._id)}`;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reasons: StatusReasons) => changeStatus(auction, "active", reasons),
    onSuccess: (answer) => noteOutcome(answer.auction),
  });
  return (
    <section aria-label="This draft" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto font-bold">This is a draft: only staff see it.</p>
        <Link to={edit} className={buttonClass("secondary", "sm")}>
          Edit
        </Link>
        <Button
          size="sm"
          pending={isPending}
          disabled={consigned !== null && consigned.state !== "accepted"}
          onClick={() => setIsAsking(true)}
        >
          Publish
        </Button>
      </div>
      <ConsignedNote auctionId={auction._id} consigned={consigned} />
      {error && <Notice tone="error">{messageOf(error, "Failed to update auction status")}</Notice>}
      <StatusDialog
        auction={isAsking ? auction : null}
        to="active"
        onConfirm={(_, reasons) => {
          mutate(reasons);
          setIsAsking(false);
        }}
        onSetEndTime={() => void navigate(edit)}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
};
