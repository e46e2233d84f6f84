// Asks for confirmation before a settlement is closed, because that cannot be undone; names the settlement and the
// buyer. If somebody else closed it first, it says so instead.
import { REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { type Settlement, WAIVE_NOTE_MAX } from "@jara/shared/rest/settlements";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CharCount } from "../../../ui/char-count.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Outcome, useSettlementAction } from "../hooks/use-settlement-action.ts";
import { closingWords, fullNameOf, remainingOf } from "../settlement-words.ts";

export interface Question {
  /** The settlement in its current state. */
  settlement: Settlement;
  action: "payment-received" | "waive";
}

interface SettleDialogProps extends Outcome {
  question: Question | null;
  onClose: () => void;
}

export const SettleDialog = ({ question, onClose, onDone, onConflict }: SettleDialogProps) => {
  const [note, setNote] = useState("");
  const { run, isPending, problem, isConflict, reset } = useSettlementAction({
    onDone: (settlement) => {
      setNote("");
      onDone(settlement);
    },
    onConflict,
  });
  const close = () => {
    setNote("");
    reset();
    onClose();
  };
  const waive = question?.action === "waive";
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      closable={!isPending}
      title={waive ? "Waive this payment?" : "Payment received?"}
    >
      {question && (
        <>
          {waive ? <WaiveWords {...question} /> : <ReceivedWords {...question} />}
          {problem && <Notice tone="error">{problem}</Notice>}
          {question.settlement.status !== "open" && !isPending && (
            <Notice tone="warning" title="It was closed meanwhile.">
              {closingWords(question.settlement)}.
            </Notice>
          )}
          {isConflict || question.settlement.status !== "open" ? (
            <Buttons>
              <Button variant="secondary" pending={isPending} onClick={close}>
                Close
              </Button>
            </Buttons>
          ) : (
            <>
              {waive && <NoteField note={note} onChange={setNote} />}
              <Buttons>
                <Button variant="secondary" disabled={isPending} onClick={close}>
                  {waive ? "Keep it open" : "Not yet"}
                </Button>
                <Button
                  variant={waive ? "danger" : "primary"}
                  pending={isPending}
                  onClick={() => run({ ...question, ...(waive && { note: note.trim() }) })}
                >
                  {waive ? "Waive" : "Payment received"}
                </Button>
              </Buttons>
            </>
          )}
        </>
      )}
    </Dialog>
  );
};

const NoteField = ({ note, onChange }: { note: string; onChange: (note: string) => void }) => (
  <Field
    label="Note (optional)"
    aside={<CharCount used={note.length} max={WAIVE_NOTE_MAX} />}
    hint="The reason. It is kept with the settlement."
  >
    {(control) => (
      <Textarea
        {...control}
        rows={2}
        maxLength={WAIVE_NOTE_MAX}
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

const Owed = ({ settlement }: { settlement: Settlement }) => {
  const { total, auction, buyer } = settlement;
  const name = fullNameOf(buyer);
  return (
    <>
      <OwnMoney amount={total} currency={auction.currency} className="font-bold" /> from{" "}
      <strong>
        {buyer.username}
        {name && ` (${name})`}
      </strong>{" "}
      for <strong>{auction.title}</strong>
    </>
  );
};

const ReceivedWords = ({ settlement }: { settlement: Settlement }) => {
  const { kind, price, auction } = settlement;
  return (
    <div className="grid gap-2">
      <p>
        <Owed settlement={settlement} /> has arrived. The auction is then sold, and this cannot be undone.
      </p>
      {kind === "win" && (
        <p className="text-ink-soft text-sm">
          The mail to the winner asks for the remaining {REMAINING_PERCENT}%,{" "}
          <OwnMoney amount={remainingOf(price)} currency={auction.currency} />.
        </p>
      )}
    </div>
  );
};

const WaiveWords = ({ settlement }: { settlement: Settlement }) => {
  const { kind, penalty, auction } = settlement;
  return (
    <div className="grid gap-2">
      <p>
        <Owed settlement={settlement} /> is then no longer owed.
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          No penalty is taken (<OwnMoney amount={penalty} currency={auction.currency} />
          ).
        </li>
        <li>
          {kind === "buy-it-now"
            ? "The purchase is void and the auction resumes, with the time that was left."
            : "The auction stays ended."}
        </li>
        <li>This cannot be undone.</li>
      </ul>
    </div>
  );
};

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">{children}</div>
);
