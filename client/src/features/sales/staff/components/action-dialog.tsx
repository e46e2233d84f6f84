// Asks for confirmation before an action on a whole sale, and says what its consequences are.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_SHIFT_MAX } from "@jara/shared/sale-limits";
import { useState } from "react";
import { serverNow } from "../../../../connection/connection.ts";
import { messageOf } from "../../../../lib/api.ts";
import { HouseDifferences } from "../../../../lots/house-rules/house-differences.tsx";
import { NoAccount } from "../../../../money/no-account.tsx";
import { AskForm } from "../../../../ui/ask.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field, Input } from "../../../../ui/field.tsx";
import { buttonOf, consequenceOf, questionOf } from "../action-words.ts";
import { useSaleAction } from "../hooks/use-sale-changes.ts";
import type { ActionKind } from "../queries.ts";

const MINUTES_MAX = SALE_SHIFT_MAX / 60;

interface ActionDialogProps {
  sale: Sale;
  kind: ActionKind | null;
  /** The lots of a draft of a sale, which say before its publication how they differ from the house's defaults. */
  lots: readonly Auction[];
  onLotsChanged: () => void;
  onClose: () => void;
}

export const ActionDialog = ({ sale, kind, lots, onLotsChanged, onClose }: ActionDialogProps) => {
  const { mutate, isPending, isError, error, forget } = useSaleAction(sale._id);
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog open={kind !== null} onClose={close} closable={!isPending} title={kind ? questionOf[kind] : ""}>
      {kind && (
        <Question
          key={kind}
          sale={sale}
          kind={kind}
          lots={lots}
          onLotsChanged={onLotsChanged}
          isPending={isPending}
          problem={isError ? messageOf(error, "We could not confirm that this was done. Please try again.") : null}
          onCancel={close}
          onConfirm={(seconds) => mutate({ kind, seconds }, { onSuccess: close })}
        />
      )}
    </Dialog>
  );
};

interface QuestionProps extends Pick<ActionDialogProps, "lots" | "onLotsChanged"> {
  sale: Sale;
  kind: ActionKind;
  isPending: boolean;
  problem: string | null;
  onCancel: () => void;
  onConfirm: (seconds: number | null) => void;
}

const Question = ({ sale, kind, lots, onLotsChanged, isPending, problem, onCancel, onConfirm }: QuestionProps) => {
  const [typed, setTyped] = useState("10");
  const [isWrong, setIsWrong] = useState(false);
  const submit = () => {
    if (kind !== "shift") return onConfirm(null);
    const minutes = Number(typed);
    const isRight = Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_MAX;
    setIsWrong(!isRight);
    if (isRight) onConfirm(minutes * 60);
  };
  return (
    <AskForm
      yes={buttonOf[kind]}
      isDanger={kind === "end"}
      isPending={isPending}
      problem={problem}
      onNo={onCancel}
      onYes={submit}
    >
      <div className="grid gap-2">
        {consequenceOf(kind, sale, serverNow()).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {kind === "publish" && <NoAccount />}
      {kind === "publish" && <HouseDifferences lots={lots} onChanged={onLotsChanged} />}
      {kind === "shift" && (
        <Field label="Minutes" error={isWrong ? "Please enter whole minutes, from 1 to 10,080 (a week)." : null}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
    </AskForm>
  );
};
