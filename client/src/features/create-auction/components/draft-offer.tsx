// Offers the lot draft that was saved last, when the form is opened without one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { draftAddress, lotDraftsQuery } from "../../../queries/lot-drafts.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** `exceptId`: the draft that the form itself has made. */
export const DraftOffer = ({ exceptId }: { exceptId: string }) => {
  const { data } = useQuery(lotDraftsQuery({ mine: true }));
  const [isDismissed, setIsDismissed] = useState(false);
  const drafts = data?.drafts.filter(({ _id }) => _id !== exceptId) ?? [];
  const [last] = drafts;
  if (!last || isDismissed) return null;
  return (
    <Notice
      title="You have an unfinished lot"
      action={
        <div className="flex gap-2">
          <Link to={draftAddress(last._id)} className={buttonClass("primary", "sm")}>
            Continue
          </Link>
          <Button variant="secondary" size="sm" onClick={() => setIsDismissed(true)}>
            Start a new lot
          </Button>
        </div>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi>{last.title.trim() || "Without a title"}</bdi>, saved {lagosMoment(last.updatedAt)}.{" "}
        {drafts.length > 1 && (
          <Link to="/my-auctions" className="font-semibold text-brand underline underline-offset-4">
            All {drafts.length} drafts
          </Link>
        )}
      </p>
    </Notice>
  );
};
