// Asks before something is done with many lots: how many change, which are refused and why. Then it shows the progress,
// and the outcome of each lot.

import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { HouseDifferences } from "../../../lots/house-rules/house-differences.tsx";
import { lotsWords } from "../../../lots/lots-words.ts";
import { ReasonField } from "../../../lots/status/reason-field.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { BulkList } from "../../../ui/bulk-list.tsx";
import { BulkResults } from "../../../ui/bulk-results.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useMay } from "../../../ui/may.tsx";
import {
  type BulkAction,
  type BulkKind,
  bulkEffects,
  bulkLabels,
  leftForSales,
  type Plan,
  planFor,
} from "../bulk-plan.ts";
import { useLotsRun } from "../hooks/use-lots-run.ts";
import { BulkFields, useBulkAction } from "./bulk-fields.tsx";

interface BulkDialogProps {
  kind: BulkKind;
  lots: readonly ManagedAuction[];
  put: (auction: Auction) => void;
  /** Called when lots were changed before the action. */
  onLotsChanged: () => void;
  /** `isDone`: something was carried out. */
  onClose: (isDone: boolean) => void;
}

const nothing: Plan = { todo: [], refused: [] };

export const BulkDialog = ({ kind, lots, put, onLotsChanged, onClose }: BulkDialogProps) => {
  const fields = useBulkAction(kind);
  const mayRun = useMay("auctions:run");
  // Keeps the plan of the moment when the action was confirmed, because the rows change while it runs.
  const [started, setStarted] = useState<Plan | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { action, typed, type } = fields;
  const plan = action ? planFor(lots, action, { nowMs: serverNow(), mayRun }) : nothing;
  const takesReason = kind === "cancel" || kind === "relist";
  return (
    <Dialog
      open
      sheet
      onClose={() => onClose(started !== null)}
      closable={!isBusy}
      title={`${bulkLabels[kind]}: ${lotsWords((started ?? plan).todo.length)}`}
    >
      {started ? (
        <Run plan={started} put={put} onBusy={setIsBusy} onClose={() => onClose(true)} />
      ) : (
        <AskForm
          no="Leave them"
          yes={`${bulkLabels[kind]}${isVerb(kind) ? "" : ":"} ${lotsWords(plan.todo.length)}`}
          isDanger={kind === "cancel" || kind === "delete"}
          isDisabled={plan.todo.length === 0}
          onNo={() => onClose(false)}
          onYes={() => plan.todo.length > 0 && setStarted(plan)}
        >
          <BulkFields kind={kind} fields={fields} />
          {action && <Forecast action={action} plan={plan} />}
          {kind === "publish" && <HouseDifferences lots={plan.todo.map(({ lot }) => lot)} onChanged={onLotsChanged} />}
          {takesReason && plan.todo.length > 0 && (
            <ReasonField value={typed.reason} onChange={(reason) => type({ reason })} />
          )}
        </AskForm>
      )}
    </Dialog>
  );
};

/** True if the label and the number of lots make a sentence: "Publish 3 lots". */
const isVerb = (kind: BulkKind): boolean =>
  !(["sale", "increments", "soft-close", "reserve"] satisfies BulkKind[] as BulkKind[]).includes(kind);

const Forecast = ({ action, plan }: { action: BulkAction; plan: Plan }) => (
  <div className="grid gap-2 text-sm">
    <p className="font-semibold">
      {plan.todo.length > 0 ? `${lotsWords(plan.todo.length)} will change.` : "No lot would change."}
    </p>
    {plan.todo.length > 0 && bulkEffects(action, plan).map((effect) => <p key={effect}>{effect}</p>)}
    {plan.refused.length > 0 && (
      <>
        {action.kind === "publish" && leftForSales(plan).map((words) => <p key={words}>{words}</p>)}
        <p className="font-semibold">{lotsWords(plan.refused.length)} will be left out:</p>
        <BulkList lines={plan.refused.map(({ lot: { _id: id, title }, why }) => ({ id, title, words: why }))} />
      </>
    )}
  </div>
);

interface RunProps {
  plan: Plan;
  put: (auction: Auction) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

const Run = ({ plan, put, onBusy, onClose }: RunProps) => (
  <BulkResults
    rows={plan.todo.map(({ lot: { _id: id, title } }) => ({ id, title }))}
    run={useLotsRun(plan, put, onBusy)}
    canUndo={plan.todo.some(({ step }) => step.kind === "edit")}
    onClose={onClose}
  />
);
