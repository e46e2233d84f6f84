// Stands where a button cannot work for lack of balance: says what is needed and what is there, and adds the difference.
// The payer comes back to the same page.
import { formatMoney } from "@jara/shared/money";
import { Suspense, useState } from "react";
import { useLocation } from "#router";
import { Button, type ButtonSize, type ButtonVariant } from "../ui/button.tsx";
import { lateDialog } from "../ui/late.tsx";
import { missingFor } from "./missing.ts";
import { useAvailable } from "./use-available.ts";

const TopUpDialog = lateDialog(
  () => import("./top-up-dialog.tsx"),
  ({ TopUpDialog }) => TopUpDialog,
);

interface AddMissingProps {
  /** In naira. */
  needed: number;
  /** The money that can be used for it, in naira. The default is the money that is available for any purpose. */
  available?: number | null;
  /** The user needs the money for this, for example "your bid". */
  purpose: string;
  /** The payer returns to this path. The default is the present page. */
  returnTo?: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
  /** Called before the page is left, to keep what was typed. */
  onLeave?: () => void;
}

export const AddMissing = ({
  needed,
  available: availableHere,
  purpose,
  returnTo,
  size = "lg",
  variant = "primary",
  onLeave,
}: AddMissingProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const availableForAll = useAvailable();
  const available = availableHere ?? availableForAll;
  const missing = available === null ? 0 : missingFor(needed, available);
  if (available === null || missing === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-amber text-sm">
        You need <b className="tabular">{formatMoney(needed, "NGN")}</b> in your balance. You have{" "}
        <b className="tabular">{formatMoney(available, "NGN")}</b>.
      </p>
      <Button
        size={size}
        variant={variant}
        aria-haspopup="dialog"
        // An amount cannot break, so that it grows with the text only as far as a phone has room.
        className="max-md:[font-size:min(1rem,6vw)]"
        onClick={() => setIsOpen(true)}
      >
        Add {formatMoney(missing, "NGN")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TopUpDialog
            amount={missing}
            purpose={purpose}
            returnTo={returnTo ?? pathname}
            onLeave={onLeave}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
