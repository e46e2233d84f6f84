// The dialog of the staff's actions on a settlement. It says what the action does before it is done. If somebody else
// was first, it says so instead.
import type { Settlement } from "@jara/shared/rest/settlements";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type DeskAction, isPossible } from "../desk-actions.ts";
import { type BookedBefore, type Outcome, useSettlementAction } from "../hooks/use-settlement-action.ts";
import type { BodyOf } from "../queries.ts";
import { closingWords } from "../settlement-words.ts";
import type { FormProps } from "./action-form.tsx";
import { ExtendForm } from "./extend-form.tsx";
import { HandoverForm, ReadyForm } from "./handover-forms.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { PardonForm, ReceivedForm, RemindForm, WaiveForm } from "./reason-forms.tsx";
import { RefundForm } from "./refund-form.tsx";
import { ReverseForm } from "./reverse-form.tsx";
import { SecondChanceForm } from "./second-chance-form.tsx";

export interface Question<A extends DeskAction = DeskAction> {
  /** The settlement in its current state. */
  settlement: Settlement;
  action: A;
}

interface ActionDialogProps extends Outcome {
  question: Question | null;
  onClose: () => void;
}

const forms: { readonly [A in DeskAction]: (props: FormProps<A>) => React.ReactNode } = {
  payments: PaymentForm,
  "payment-received": ReceivedForm,
  extend: ExtendForm,
  remind: RemindForm,
  waive: WaiveForm,
  reverse: ReverseForm,
  "second-chance": SecondChanceForm,
  pardon: PardonForm,
  ready: ReadyForm,
  "handed-over": HandoverForm,
  refund: RefundForm,
};

const titles: Record<DeskAction, string> = {
  payments: "Record a payment",
  "payment-received": "Payment received?",
  extend: "Extend the deadline",
  remind: "Remind the buyer?",
  waive: "Waive this payment?",
  reverse: "Reverse this?",
  "second-chance": "Offer a second chance?",
  pardon: "Pardon this unpaid win?",
  ready: "Ready for pickup",
  "handed-over": "Hand over",
  refund: "Refund and cancel the sale?",
};

const titleOf = ({ action, settlement: { status } }: Question): string =>
  action === "reverse" ? (status === "forfeited" ? "Reverse the forfeit?" : "Reverse the payment?") : titles[action];

export const ActionDialog = ({ question, onClose, onDone, onConflict }: ActionDialogProps) => {
  const { run, isPending, problem, isConflict, bookedBefore, reset } = useSettlementAction({
    onDone,
    onConflict,
    onWaiting: onClose,
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      closable={!isPending}
      title={question ? titleOf(question) : ""}
      className="max-w-[min(32rem,calc(100vw-2rem))]"
    >
      {question && (
        <Answering
          key={`${question.settlement._id} ${question.action}`}
          {...question}
          run={run}
          isPending={isPending}
          problem={problem}
          isConflict={isConflict}
          bookedBefore={bookedBefore}
          close={close}
        />
      )}
    </Dialog>
  );
};

interface AnsweringProps<A extends DeskAction> extends Question<A> {
  run: (asked: Question<A> & { body: BodyOf<A> }) => void;
  isPending: boolean;
  problem: string | null;
  isConflict: boolean;
  bookedBefore: BookedBefore | null;
  close: () => void;
}

const Answering = <A extends DeskAction>(asked: AnsweringProps<A>) => {
  const { settlement, action, run, isPending, problem, isConflict, bookedBefore, close } = asked;
  const Form: (props: FormProps<A>) => React.ReactNode = forms[action];
  const isLate = !isPossible(action, settlement) && !isPending;
  // A wrong code or another place can be corrected: the settlement itself has not moved.
  const isOver = isLate || (isConflict && action !== "handed-over" && action !== "ready");
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      {isLate && (
        <Notice
          tone="warning"
          title={settlement.status === "open" ? "It was changed in the meantime." : "It was closed in the meantime."}
        >
          {closingWords(settlement)}.
        </Notice>
      )}
      {isOver ? (
        <Button variant="secondary" className="justify-self-end" pending={isPending} onClick={close}>
          Close
        </Button>
      ) : (
        <Form
          settlement={settlement}
          isPending={isPending}
          bookedBefore={bookedBefore}
          close={close}
          send={(body, about = settlement) => run({ settlement: about, action, body })}
        />
      )}
    </>
  );
};
