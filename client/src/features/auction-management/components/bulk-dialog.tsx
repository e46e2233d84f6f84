// Asks before something is done with many lots: how many change, which are refused and why. Then it shows the progress,
// and the outcome of each lot.

import type { Auction, Category } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { HouseDifferences } from "../../../lots/house-rules/house-differences.tsx";
import { lotsWords } from "../../../lots/lots-words.ts";
import { ReasonField } from "../../../lots/status/reason-field.tsx";
import { useCategories } from "../../../store/categories.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import {
  type BulkAction,
  type BulkKind,
  bulkEffects,
  bulkLabels,
  leftForSales,
  type Plan,
  planFor,
  SHIFT_MINUTES_MAX,
} from "../bulk-plan.ts";
import { type Outcome, useBulkRun } from "../hooks/use-bulk-run.ts";

interface BulkDialogProps {
  kind: BulkKind;
  lots: readonly ManagedAuction[];
  put: (auction: Auction) => void;
  /** Called when lots were changed before the action. */
  onLotsChanged: () => void;
  /** `isDone`: something was carried out. */
  onClose: (isDone: boolean) => void;
}

export const BulkDialog = ({ kind, lots, put, onLotsChanged, onClose }: BulkDialogProps) => {
  const offered = useCategories().filter(({ isRetired }) => !isRetired);
  const [category, setCategory] = useState<Category>(offered.at(-1)?.code ?? "");
  const [minutes, setMinutes] = useState("60");
  const [reason, setReason] = useState("");
  // The lots as they were when the action was confirmed, because the rows change while it runs.
  const [started, setStarted] = useState<{ action: BulkAction; plan: Plan } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const shift = Number(minutes);
  const isRight = kind !== "shift" || (Number.isInteger(shift) && shift >= 1 && shift <= SHIFT_MINUTES_MAX);
  const action = ((): BulkAction => {
    if (kind === "shift") return { kind, minutes: isRight ? shift : 1 };
    if (kind === "category") return { kind, category };
    return kind === "publish" ? { kind } : { kind, reason: reason.trim() };
  })();
  const takesReason = kind === "cancel" || kind === "relist";
  const plan = planFor(lots, action, serverNow());
  const submit = () => {
    if (isRight && plan.todo.length > 0) setStarted({ action, plan });
  };
  return (
    <Dialog
      open
      sheet
      onClose={() => onClose(started !== null)}
      closable={!isBusy}
      title={`${bulkLabels[kind]}: ${lotsWords(started?.plan.todo.length ?? plan.todo.length)}`}
    >
      {started ? (
        <Run {...started} put={put} onBusy={setIsBusy} onClose={() => onClose(true)} />
      ) : (
        <AskForm
          no="Leave them"
          yes={`${bulkLabels[kind]} ${lotsWords(plan.todo.length)}`}
          isDanger={kind === "cancel"}
          isDisabled={plan.todo.length === 0}
          onNo={() => onClose(false)}
          onYes={submit}
        >
          {kind === "category" && (
            <Choice
              label="Category"
              value={category}
              options={offered.map(({ code, label }) => [code, label] as const)}
              onChoose={setCategory}
            />
          )}
          {kind === "shift" && (
            <Field
              label="Later by (minutes)"
              error={isRight ? null : "Please enter whole minutes, from 1 to 10,080 (a week)."}
            >
              <Input
                inputMode="numeric"
                autoComplete="off"
                value={minutes}
                onChange={({ target }) => setMinutes(target.value)}
              />
            </Field>
          )}
          <Forecast action={action} plan={plan} />
          {kind === "publish" && <HouseDifferences lots={plan.todo.map(({ lot }) => lot)} onChanged={onLotsChanged} />}
          {takesReason && plan.todo.length > 0 && <ReasonField value={reason} onChange={setReason} />}
        </AskForm>
      )}
    </Dialog>
  );
};

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
        <LotList lots={plan.refused.map(({ lot, why }) => ({ lot, words: why }))} />
      </>
    )}
  </div>
);

const LotList = ({ lots }: { lots: readonly { lot: ManagedAuction; words: string; isBad?: boolean }[] }) => (
  <ul
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    tabIndex={0}
    aria-label="Lots"
    className="max-h-[30dvh] divide-y divide-line overflow-y-auto rounded-box border border-line"
  >
    {lots.map(({ lot, words, isBad = false }) => (
      <li key={lot._id} className="grid gap-0.5 px-3 py-2">
        <span dir="auto" className="truncate font-semibold">
          {lot.title}
        </span>
        <span className={isBad ? "text-danger" : "text-ink-soft"}>{words}</span>
      </li>
    ))}
  </ul>
);

const outcomeText = (outcome: Outcome | undefined): string => {
  if (!outcome) return "Not done yet";
  if (outcome.problem !== null) return outcome.problem;
  if (outcome.undo === undefined) return "Done";
  return outcome.undo ?? "Undone";
};

interface RunProps {
  action: BulkAction;
  plan: Plan;
  put: (auction: Auction) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

const Run = ({ action, plan, put, onBusy, onClose }: RunProps) => {
  const { outcomes, isRunning, run, undo, stop } = useBulkRun(plan, put, onBusy);
  const total = plan.todo.length;
  const done = [...outcomes.values()].filter(({ problem, undo }) => problem === null && undo !== null).length;
  const isUndone = [...outcomes.values()].some(({ undo }) => undo !== undefined);
  const isLeft = [...outcomes.values()].filter(({ problem }) => problem === null).length < total;
  const canUndo = action.kind === "shift" || action.kind === "category";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      <p role="status" className="font-semibold">
        {isRunning ? `${outcomes.size} of ${total}…` : `${done} of ${total} done.`}
      </p>
      <progress value={outcomes.size} max={total} aria-label="Progress" className="h-2 w-full accent-brand" />
      <LotList
        lots={plan.todo.map(({ lot }) => {
          const outcome = outcomes.get(lot._id);
          return { lot, words: outcomeText(outcome), isBad: Boolean(outcome?.problem ?? outcome?.undo) };
        })}
      />
      <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
        {isRunning && (
          <Button variant="secondary" onClick={stop}>
            Stop
          </Button>
        )}
        {!isRunning && canUndo && done > 0 && !isUndone && (
          <Button variant="secondary" onClick={undo}>
            Undo
          </Button>
        )}
        {!isRunning && isLeft && !isUndone && (
          <Button variant="secondary" onClick={run}>
            Do the rest
          </Button>
        )}
        {!isRunning && <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
};
