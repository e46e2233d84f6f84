// Shows the refusal LOT_CHANGED: what changed since the user looked, and one button that continues with the current
// lot.
import type { ErrorBody } from "@jara/shared/errors";
import type { Currency } from "@jara/shared/money";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ChangeList } from "./change-list.tsx";

interface LotChangedProps {
  error: ErrorBody;
  currency: Currency;
  /** The text of the button. */
  action: string;
  onGo: () => void;
  children: ReactNode;
}

export const LotChanged = ({ error, currency, action, onGo, children }: LotChangedProps) => (
  <Notice tone="warning" title="This lot has changed">
    <div className="grid gap-3">
      <p>{children} Read what changed first:</p>
      <ChangeList changes={error.changes ?? []} currency={currency} />
      {error.contentVersion !== undefined && (
        <Button size="sm" onClick={onGo}>
          {action}
        </Button>
      )}
    </div>
  </Notice>
);
