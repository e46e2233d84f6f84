// The actions on the whole sale that are possible now, and the outcome of the last one.
import type { Auction } from "@jara/shared/auction";
import type { Sale, SaleAction } from "@jara/shared/rest/sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { useState } from "react";
import { Link } from "#router";
import { termsTitles } from "../../../../lots/consigned/use-consigned.ts";
import { Button } from "../../../../ui/button.tsx";
import { useMay } from "../../../../ui/may.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { textLinkClass } from "../../../../ui/text-link.tsx";
import { buttonOf, outcomeOf } from "../action-words.ts";
import type { UnagreedLot } from "../hooks/use-lot-terms.ts";
import type { ActionKind } from "../queries.ts";
import { ActionDialog } from "./action-dialog.tsx";

const actionsFor = (sale: Sale, mayRun: boolean): ActionKind[] => {
  if (sale.status === "draft") return ["publish"];
  if (!mayRun || sale.isOver) return [];
  return [sale.isPaused ? "resume" : "pause", "shift", "end"];
};

interface SaleControlsProps {
  sale: Sale;
  action: SaleAction | null;
  /** The part of the draft with unsaved changes; null if there is none. */
  unsaved?: "lots" | "texts and times" | null;
  /** The lots of the draft. */
  lots?: readonly Auction[];
  onLotsChanged?: () => void;
  /** The lots of the draft whose sellers have not accepted the prices. */
  unagreed?: readonly UnagreedLot[];
  className?: string;
}

const noLots: readonly Auction[] = [];

export const SaleControls = ({
  sale,
  action,
  unsaved = null,
  lots = noLots,
  onLotsChanged = () => {},
  unagreed = [],
  className = "",
}: SaleControlsProps) => {
  const [asked, setAsked] = useState<ActionKind | null>(null);
  const actions = actionsFor(sale, useMay("auctions:run"));
  const isDraft = sale.status === "draft";
  const reason =
    isDraft && sale.lotCount === 0
      ? "Put at least one lot into the sale and save, then publish it."
      : isDraft && unsaved !== null
        ? `Save the ${unsaved} first.`
        : isDraft && unagreed.length > 0
          ? "The sale can be published once the sellers have accepted, or without these lots."
          : null;
  return (
    <Panel title="The whole sale" className={className}>
      {actions.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {actions.map((kind) => (
            <Button
              key={kind}
              variant={kind === "publish" || kind === "resume" ? "primary" : kind === "end" ? "danger" : "secondary"}
              disabled={reason !== null}
              onClick={() => setAsked(kind)}
            >
              {buttonOf[kind]}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-ink-soft">
          {sale.isOver ? "All lots of this sale are over." : "Your role may not pause, shift or end a sale."}
        </p>
      )}
      {reason && <p className="text-ink-soft text-sm">{reason}</p>}
      {isDraft && unagreed.length > 0 && <Unagreed lots={unagreed} />}
      {action && <Outcome action={action} />}
      <ActionDialog sale={sale} lots={lots} onLotsChanged={onLotsChanged} kind={asked} onClose={() => setAsked(null)} />
    </Panel>
  );
};

const Unagreed = ({ lots }: { lots: readonly UnagreedLot[] }) => (
  <Notice
    tone="warning"
    title={
      lots.length === 1 ? "The terms of 1 lot are not accepted" : `The terms of ${lots.length} lots are not accepted`
    }
  >
    <ul aria-label="Lots without accepted terms" className="grid">
      {lots.map(({ _id, title, offerId, why }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/admin/offers/${offerId}`} className={`${textLinkClass} [overflow-wrap:anywhere]`}>
            <bdi>{title}</bdi>
          </Link>
          <span>{termsTitles[why]}</span>
        </li>
      ))}
    </ul>
  </Notice>
);

const Outcome = ({ action }: { action: SaleAction }) => (
  <div className="grid gap-2">
    <Notice tone={!action.isDone ? "info" : action.refused.length > 0 ? "warning" : "success"}>
      {outcomeOf(action)}
    </Notice>
    {action.refused.length > 0 && (
      <ul
        aria-label="Lots that could not be changed"
        className="divide-y divide-line rounded-box border border-line text-sm"
      >
        {action.refused.map(({ auctionId, reason, ...number }) => (
          <li key={auctionId} className="flex flex-wrap gap-x-3 px-3 py-2">
            <Link to={`/auction/${auctionId}`} className={textLinkClass}>
              Lot {lotNumberText(number)}
            </Link>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{reason}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
);
