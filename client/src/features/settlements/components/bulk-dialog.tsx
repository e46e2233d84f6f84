// Asks before something is done with many settlements: how many change, which are left out and why. Then it shows the
// outcome of each.
import { REASON_MAX, type Settlement } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { isWaiting } from "../../../lib/second-person.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { saleLabel } from "../../../queries/sales-to-choose.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { BulkList } from "../../../ui/bulk-list.tsx";
import { BulkResults } from "../../../ui/bulk-results.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useBulkRun } from "../../../ui/use-bulk-run.ts";
import {
  type BulkAction,
  type BulkKind,
  type BulkPlan,
  bodyOf,
  bulkEffect,
  bulkLabels,
  planFor,
} from "../bulk-plan.ts";
import { type PickupOfSale, usePickupTexts } from "../hooks/use-pickup-texts.ts";
import { actOnSettlement } from "../queries.ts";
import { REASON_NEEDED } from "./action-form.tsx";
import { PickupFields } from "./pickup-fields.tsx";

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly settlements: readonly Settlement[];
  readonly put: (settlement: Settlement) => void;
  /** `isDone`: something was carried out. */
  readonly onClose: (isDone: boolean) => void;
}

export const BulkDialog = ({ kind, settlements, put, onClose }: BulkDialogProps) => {
  // Keeps the plan of the moment when the action was confirmed, because the rows change while it runs.
  const [started, setStarted] = useState<{ action: BulkAction; todo: readonly Step[] } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const plan = planFor(settlements, kind);
  const start = (action: BulkAction) => {
    const todo = plan.todo.map((settlement) => ({ settlement, body: bodyOf(action, settlement, serverNow()) }));
    setStarted({ action, todo });
  };
  return (
    <Dialog
      open
      sheet
      onClose={() => onClose(started !== null)}
      closable={!isBusy}
      title={`${bulkLabels[kind]}: ${lotsWords((started ?? plan).todo.length)}`}
    >
      {started ? (
        <Run {...started} put={put} onBusy={setIsBusy} onClose={() => onClose(true)} />
      ) : (
        <Question kind={kind} plan={plan} onYes={start} onNo={() => onClose(false)} />
      )}
    </Dialog>
  );
};

/** A settlement and what its call sends. */
interface Step {
  readonly settlement: Settlement;
  readonly body: ReturnType<typeof bodyOf>;
}

const titleOf = ({ auction, buyer }: Settlement): string => `${auction.title}, ${buyer.username}`;

interface QuestionProps {
  readonly kind: BulkKind;
  readonly plan: BulkPlan;
  readonly onYes: (action: BulkAction) => void;
  readonly onNo: () => void;
}

const Question = ({ kind, plan, onYes, onNo }: QuestionProps) => {
  const pickup = usePickupTexts(kind === "ready" ? plan.todo : [], null);
  const [days, setDays] = useState<"1" | "3" | "7">("1");
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const submit = () => {
    setIsChecked(true);
    if (kind === "remind") return onYes({ kind });
    if (kind === "extend")
      return reason.trim() ? onYes({ kind, days: Number(days), reason: reason.trim() }) : undefined;
    const texts = pickup.take();
    if (texts) onYes({ kind, texts });
  };
  return (
    <AskForm
      no="Leave them"
      yes={`${bulkLabels[kind]}: ${lotsWords(plan.todo.length)}`}
      isDisabled={plan.todo.length === 0 || pickup.isLoading}
      onNo={onNo}
      onYes={submit}
    >
      <Forecast kind={kind} plan={plan} />
      {kind === "ready" && plan.todo.length > 0 && (
        <>
          {pickup.sales.length > 1 && (
            <p className="text-sm">
              The lots are not all of one sale. Each mail names the place and the hours of its own.
            </p>
          )}
          {pickup.sales.map((ofSale) =>
            pickup.sales.length > 1 ? (
              <fieldset key={ofSale.saleId} className="grid gap-2">
                <legend className="mb-1 font-semibold text-sm [overflow-wrap:anywhere]">
                  {nameOf(ofSale)}: {lotsWords(ofSale.lots)}
                </legend>
                <PickupFields texts={ofSale} isChecked={isChecked} />
              </fieldset>
            ) : (
              <PickupFields key={ofSale.saleId} texts={ofSale} isChecked={isChecked} />
            ),
          )}
        </>
      )}
      {kind === "extend" && (
        <>
          <Choice
            label="Later by"
            value={days}
            options={[
              ["1", "1 day"],
              ["3", "3 days"],
              ["7", "7 days"],
            ]}
            onChoose={setDays}
          />
          <TextField
            label="Reason"
            error={isChecked && !reason.trim() ? REASON_NEEDED : null}
            max={REASON_MAX}
            value={reason}
            isLocked={false}
            onChange={setReason}
          />
        </>
      )}
    </AskForm>
  );
};

const nameOf = ({ title, closesAt }: PickupOfSale): string => {
  if (title === null) return "Lots in no sale";
  return closesAt === null ? title : saleLabel({ title, closesAt });
};

const Forecast = ({ kind, plan: { todo, refused } }: { kind: BulkKind; plan: BulkPlan }) => {
  const buyers = new Set(todo.map(({ buyer }) => buyer._id)).size;
  return (
    <div className="grid gap-2 text-sm">
      <p className="font-semibold">
        {todo.length > 0
          ? `${lotsWords(todo.length)} of ${buyers === 1 ? "1 buyer" : `${buyers} buyers`}.`
          : "Nothing can be done with the selected lots."}
      </p>
      {todo.length > 0 && <p>{bulkEffect[kind]}</p>}
      {refused.length > 0 && (
        <>
          <p className="font-semibold">{lotsWords(refused.length)} will be left out:</p>
          <BulkList
            lines={refused.map(({ settlement, why }) => ({
              id: settlement._id,
              title: titleOf(settlement),
              words: why,
            }))}
          />
        </>
      )}
    </div>
  );
};

interface RunProps {
  readonly todo: readonly Step[];
  readonly action: BulkAction;
  readonly put: (settlement: Settlement) => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}

const Run = ({ todo, action, put, onBusy, onClose }: RunProps) => {
  const run = useBulkRun(
    todo,
    {
      idOf: ({ settlement }) => settlement._id,
      carryOut: async ({ settlement, body }, key) => {
        const answer = await actOnSettlement(settlement._id, action.kind, body, key);
        if (!isWaiting(answer) && answer.settlement) put(answer.settlement);
      },
    },
    onBusy,
  );
  return (
    <BulkResults
      rows={todo.map(({ settlement }) => ({ id: settlement._id, title: titleOf(settlement) }))}
      run={run}
      onClose={onClose}
    />
  );
};
