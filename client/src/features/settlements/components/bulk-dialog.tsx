// Asks before something is done with many settlements: how many change, which are left out and why. Then it shows the
// outcome of each.
import { PICKUP_TEXT_MAX, REASON_MAX, type Settlement } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { hoursText } from "../../../lots/hours-words.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { type BulkAction, type BulkKind, type BulkPlan, bulkEffect, bulkLabels, planFor } from "../bulk-plan.ts";
import { type Outcomes, useBulkRun } from "../hooks/use-bulk-run.ts";
import { lastPickup, rememberPickup } from "../last-pickup.ts";
import { REASON_NEEDED } from "./action-form.tsx";

interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly settlements: readonly Settlement[];
  readonly put: (settlement: Settlement) => void;
  /** `isDone`: something was carried out. */
  readonly onClose: (isDone: boolean) => void;
}

export const BulkDialog = ({ kind, settlements, put, onClose }: BulkDialogProps) => {
  // Keeps the plan of the moment when the action was confirmed, because the rows change while it runs.
  const [started, setStarted] = useState<{ action: BulkAction; plan: BulkPlan } | null>(null);
  const { outcomes, isRunning, run, stop } = useBulkRun(put);
  const plan = started?.plan ?? planFor(settlements, kind);
  const start = (action: BulkAction) => {
    setStarted({ action, plan });
    void run(action, plan.todo);
  };
  return (
    <Dialog
      open
      sheet
      onClose={() => onClose(started !== null)}
      closable={!isRunning}
      title={`${bulkLabels[kind]}: ${lotsWords(plan.todo.length)}`}
    >
      {started ? (
        <Results
          todo={started.plan.todo}
          outcomes={outcomes}
          isRunning={isRunning}
          onStop={stop}
          onAgain={(left) => void run(started.action, left)}
          onClose={() => onClose(true)}
        />
      ) : (
        <Question kind={kind} plan={plan} onYes={start} onNo={() => onClose(false)} />
      )}
    </Dialog>
  );
};

interface QuestionProps {
  readonly kind: BulkKind;
  readonly plan: BulkPlan;
  readonly onYes: (action: BulkAction) => void;
  readonly onNo: () => void;
}

const Question = ({ kind, plan, onYes, onNo }: QuestionProps) => {
  const { details } = useSiteDetails();
  const [typed, setTyped] = useState<{ place?: string; hours?: string }>({});
  const [days, setDays] = useState<"1" | "3" | "7">("1");
  const [reason, setReason] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const last = lastPickup();
  const place = typed.place ?? (last.place || (details?.hours.place ?? ""));
  const hours = typed.hours ?? (last.hours || (details ? hoursText(details.hours.days) : ""));
  const submit = () => {
    setIsChecked(true);
    if (kind === "remind") return onYes({ kind });
    if (kind === "extend")
      return reason.trim() ? onYes({ kind, days: Number(days), reason: reason.trim() }) : undefined;
    if (!place.trim() || !hours.trim()) return;
    rememberPickup({ place: place.trim(), hours: hours.trim() });
    onYes({ kind, place: place.trim(), hours: hours.trim() });
  };
  const texts = [
    {
      label: "Place",
      value: place,
      set: (text: string) => setTyped({ ...typed, place: text }),
      empty: "Please say where",
    },
    {
      label: "Hours",
      value: hours,
      set: (text: string) => setTyped({ ...typed, hours: text }),
      empty: "Please say when",
    },
  ];
  return (
    <AskForm
      no="Leave them"
      yes={`${bulkLabels[kind]}: ${lotsWords(plan.todo.length)}`}
      isDisabled={plan.todo.length === 0}
      onNo={onNo}
      onYes={submit}
    >
      <Forecast kind={kind} plan={plan} />
      {kind === "ready" &&
        texts.map(({ label, value, set, empty }) => (
          <Field key={label} label={label} error={isChecked && !value.trim() ? empty : null}>
            <Input maxLength={PICKUP_TEXT_MAX} value={value} onChange={({ target }) => set(target.value)} />
          </Field>
        ))}
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
          <Lines lines={refused.map(({ settlement, why }) => ({ settlement, words: why, isBad: false }))} />
        </>
      )}
    </div>
  );
};

interface Line {
  readonly settlement: Settlement;
  readonly words: string;
  readonly isBad: boolean;
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    tabIndex={0}
    aria-label="Lots"
    className="max-h-[30dvh] divide-y divide-line overflow-y-auto rounded-box border border-line text-sm"
  >
    {lines.map(({ settlement: { _id, auction, buyer }, words, isBad }) => (
      <li key={_id} className="grid gap-0.5 px-3 py-2">
        <span dir="auto" className="truncate font-semibold">
          {auction.title}, {buyer.username}
        </span>
        <span className={isBad ? "text-danger" : "text-ink-soft"}>{words}</span>
      </li>
    ))}
  </ul>
);

interface ResultsProps {
  readonly todo: readonly Settlement[];
  readonly outcomes: Outcomes;
  readonly isRunning: boolean;
  readonly onStop: () => void;
  readonly onAgain: (left: readonly Settlement[]) => void;
  readonly onClose: () => void;
}

const Results = ({ todo, outcomes, isRunning, onStop, onAgain, onClose }: ResultsProps) => {
  const left = todo.filter(({ _id }) => outcomes.get(_id) !== null);
  const done = todo.length - left.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="font-semibold text-sm">
        {isRunning ? `${outcomes.size} of ${todo.length}…` : `${done} of ${todo.length} done.`}
      </p>
      <progress value={done} max={todo.length} aria-label="Progress" className="h-2 w-full accent-brand" />
      <Lines
        lines={todo.map((settlement) => {
          const outcome = outcomes.get(settlement._id);
          return { settlement, words: outcome === undefined ? "Not done yet" : (outcome ?? "Done"), isBad: !!outcome };
        })}
      />
      <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
        {isRunning && (
          <Button variant="secondary" onClick={onStop}>
            Stop
          </Button>
        )}
        {!isRunning && left.length > 0 && (
          <Button variant="secondary" onClick={() => onAgain(left)}>
            Try the rest again
          </Button>
        )}
        {!isRunning && <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
};
