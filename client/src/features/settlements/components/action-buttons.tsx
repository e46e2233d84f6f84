// The buttons of what can be done about a settlement now. The most usual one stands first.

import type { Settlement } from "@jara/shared/rest/settlements";
import { Button, type ButtonVariant } from "../../../ui/button.tsx";
import { useMay } from "../../../ui/may.tsx";
import { actionLabel, type DeskAction, deskActions, isPossible } from "../desk-actions.ts";

interface ActionButtonsProps {
  settlement: Settlement;
  onAsk: (action: DeskAction) => void;
}

const isMain = (action: DeskAction, { pickup }: Settlement): boolean =>
  action === "payments" || (action === "ready" && pickup?.status === "waiting") || action === "handed-over";

/** The others need the permission to book payments. */
const needsWaive: ReadonlySet<DeskAction> = new Set(["waive", "second-chance", "pardon"]);

export const ActionButtons = ({ settlement, onAsk }: ActionButtonsProps) => {
  const [mayBook, mayWaive] = [useMay("settlements:book"), useMay("settlements:waive")];
  const possible = deskActions.filter(
    (action) => isPossible(action, settlement) && (needsWaive.has(action) ? mayWaive : mayBook),
  );
  const ordered = [
    ...possible.filter((action) => isMain(action, settlement)),
    ...possible.filter((action) => !isMain(action, settlement)),
  ];
  const variantOf = (action: DeskAction): ButtonVariant => (isMain(action, settlement) ? "primary" : "secondary");
  if (ordered.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-2 *:flex-auto md:*:flex-none">
      {ordered.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={variantOf(action)}
          aria-label={`${actionLabel(action, settlement)}: ${settlement.auction.title}, ${settlement.buyer.username}`}
          onClick={() => onAsk(action)}
          className="whitespace-nowrap"
        >
          {actionLabel(action, settlement)}
        </Button>
      ))}
    </span>
  );
};
