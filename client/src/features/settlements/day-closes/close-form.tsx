// The form that closes a day: what was counted beside what the books have. A difference needs a note.
import { addAmounts } from "@jara/shared/money";
import { CLOSE_NOTE_MAX, type DayCloseBody, type DayOfCloses } from "@jara/shared/rest/day-closes";
import { readAmount } from "@jara/shared/typed-amount";
import { useState } from "react";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { AskForm } from "../../../ui/ask.tsx";
import { Field } from "../../../ui/field.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TillSums } from "./close-card.tsx";
import { booksOf, countedWords, differenceWords, expectedCashOf } from "./close-words.ts";

interface CloseFormProps {
  readonly date: string;
  readonly open: NonNullable<DayOfCloses["open"]>;
  readonly isPending: boolean;
  readonly problem: string | null;
  readonly send: (body: DayCloseBody) => void;
  readonly close: () => void;
}

const AMOUNT = "Please enter an amount, like 25,000 or 0";

const Counted = ({ by, is }: { by: number; is: number }) => (
  <>
    The till must have <OwnMoney amount={by} currency="NGN" />. {countedWords(is)}
  </>
);

/** Null while an amount is not typed yet. */
const leftIn = (counted: number | null, banked: number | null): number | null =>
  counted === null || banked === null ? null : addAmounts(counted, -banked);

const NextOpening = ({ left }: { left: number | null }) =>
  left === null ? (
    "The next close begins with what stays in the till"
  ) : (
    <>
      The next close begins with <OwnMoney amount={left} currency="NGN" />
    </>
  );

export const CloseForm = ({ date, open, isPending, problem, send, close }: CloseFormProps) => {
  const { till, openingCash: byBooks, isFirst = false } = open;
  const [opening, setOpening] = useState("");
  const typedOpening = opening.trim() === "" ? 0 : readAmount(opening);
  const openingCash = isFirst ? (typedOpening ?? 0) : byBooks;
  const expectedCash = expectedCashOf({ openingCash, till });
  const [cash, setCash] = useState("");
  const [banked, setBanked] = useState("");
  const [bank, setBank] = useState("");
  const [note, setNote] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [countedCash, countedTransfer] = [readAmount(cash), readAmount(bank)];
  const bankedCash = banked.trim() === "" ? 0 : readAmount(banked);
  const cashDifference = countedCash === null ? 0 : addAmounts(countedCash, -expectedCash);
  const bankDifference = countedTransfer === null ? 0 : addAmounts(countedTransfer, -booksOf(till, "transfer"));
  const bankedProblem =
    bankedCash === null ? AMOUNT : bankedCash > (countedCash ?? bankedCash) ? "That is more than you counted" : null;
  const isBankWrong = bank.trim() !== "" && countedTransfer === null;
  const hasOpening = isFirst && openingCash > 0;
  const needsNote = (hasOpening || cashDifference !== 0 || bankDifference !== 0) && note.trim() === "";
  const submit = () => {
    setIsChecked(true);
    if (countedCash === null || bankedCash === null || bankedProblem || isBankWrong || needsNote || isPending) return;
    if (typedOpening === null) return;
    const counted = { countedCash, countedTransfer, bankedCash, ...(hasOpening && { openingCash }) };
    send({ date, ...counted, ...(note.trim() && { note: note.trim() }), seen: till, seenOpening: byBooks });
  };
  return (
    <AskForm yes="Close the day" isPending={isPending} problem={problem} onNo={close} onYes={submit}>
      <p className="text-sm">
        Count all cash in the till, with the change. Afterwards somebody else who books payments signs the close on this
        page. What comes later on this day belongs to its next close.
      </p>
      {isFirst && (
        <Field
          label="In the till at the start (₦, optional)"
          hint="The change that was there before the first booking. No close before this one says it."
          error={isChecked && typedOpening === null ? AMOUNT : null}
        >
          <AmountInput currency="NGN" readOnly={isPending} typed={opening} onType={setOpening} />
        </Field>
      )}
      {/* Folded, so that the count is not led by what the books have. */}
      <details className="text-sm">
        <summary className="min-h-11 content-center font-semibold">What the till must have, by the books</summary>
        <TillSums openingCash={openingCash} expectedCash={expectedCash} till={till} />
      </details>
      <Field
        label="Counted in the till (₦)"
        hint={
          countedCash === null ? (
            "Count before you look at the books"
          ) : (
            <Counted by={expectedCash} is={cashDifference} />
          )
        }
        error={isChecked && countedCash === null ? AMOUNT : null}
      >
        <AmountInput takesFocus currency="NGN" readOnly={isPending} typed={cash} onType={setCash} />
      </Field>
      <Field
        label="Then taken out, to the bank or a safe (₦, optional)"
        hint={<NextOpening left={bankedProblem ? null : leftIn(countedCash, bankedCash)} />}
        error={isChecked ? bankedProblem : null}
      >
        <AmountInput currency="NGN" readOnly={isPending} typed={banked} onType={setBanked} />
      </Field>
      <Field
        label="On the bank's statement (₦, optional)"
        hint={
          <>
            The books have <OwnMoney amount={booksOf(till, "transfer")} currency="NGN" /> by transfer
            {countedTransfer !== null && `. The statement is ${differenceWords(bankDifference)}`}
          </>
        }
        error={isChecked && isBankWrong ? AMOUNT : null}
      >
        <AmountInput currency="NGN" readOnly={isPending} typed={bank} onType={setBank} />
      </Field>
      <TextField
        label="Note"
        hint={
          isFirst
            ? "Needed if the till had an opening, or if what you counted differs from the books"
            : "Needed if what you counted differs from the books"
        }
        error={
          isChecked && needsNote ? (hasOpening ? "Please say what the opening is" : "Please say why it differs") : null
        }
        max={CLOSE_NOTE_MAX}
        value={note}
        isLocked={isPending}
        onChange={setNote}
      />
    </AskForm>
  );
};
