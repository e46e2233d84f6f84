// Offers what can be done about a settlement now: all of it as buttons, or for a row of a list its main action and a menu of the
// others.

import type { Settlement } from "@jara/shared/rest/settlements";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useMay } from "../../../ui/may.tsx";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { actionLabel, type DeskAction, deskActions, isMain, isPossible } from "../desk-actions.ts";

interface ActionsProps {
  settlement: Settlement;
  onAsk: (action: DeskAction) => void;
}

/** The others need the permission to book payments. */
const needsWaive: ReadonlySet<DeskAction> = new Set(["waive", "second-chance", "pardon"]);

/** The main one stands first. */
const usePossible = (settlement: Settlement): readonly DeskAction[] => {
  const [mayBook, mayWaive] = [useMay("settlements:book"), useMay("settlements:waive")];
  const possible = deskActions.filter(
    (action) => isPossible(action, settlement) && (needsWaive.has(action) ? mayWaive : mayBook),
  );
  return [
    ...possible.filter((action) => isMain(action, settlement)),
    ...possible.filter((action) => !isMain(action, settlement)),
  ];
};

const aboutOf = ({ auction, buyer }: Settlement): string => `${auction.title}, ${buyer.username}`;

const ActionButton = ({ settlement, action, onAsk }: ActionsProps & { action: DeskAction }) => (
  <Button
    size="sm"
    variant={isMain(action, settlement) ? "primary" : "secondary"}
    aria-label={`${actionLabel(action, settlement)}: ${aboutOf(settlement)}`}
    onClick={() => onAsk(action)}
    className="whitespace-nowrap"
  >
    {actionLabel(action, settlement)}
  </Button>
);

export const ActionButtons = (props: ActionsProps) => {
  const possible = usePossible(props.settlement);
  if (possible.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-2 *:flex-auto md:*:flex-none">
      {possible.map((action) => (
        <ActionButton key={action} {...props} action={action} />
      ))}
    </span>
  );
};

export const RowActions = ({ settlement, onAsk }: ActionsProps) => {
  const possible = usePossible(settlement);
  const [isOpen, setIsOpen] = useState(false);
  // A menu of one action would only hide it.
  const main = possible.find((action) => isMain(action, settlement) || possible.length === 1);
  const others = possible.filter((action) => action !== main);
  return (
    <span className="flex flex-wrap gap-2">
      {main && <ActionButton settlement={settlement} action={main} onAsk={onAsk} />}
      {others.length > 0 && (
        <Button
          size="sm"
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={`More actions: ${aboutOf(settlement)}`}
          onClick={() => setIsOpen(true)}
        >
          <Ellipsis aria-hidden className="size-4" />
          More
        </Button>
      )}
      <RowMenu
        subject={isOpen ? aboutOf(settlement) : null}
        actions={others.map((action) => ({ action, label: actionLabel(action, settlement) }))}
        onChoose={({ action }) => {
          setIsOpen(false);
          onAsk(action);
        }}
        onClose={() => setIsOpen(false)}
      />
    </span>
  );
};
