// The button and the dialog with which staff add an addendum to a lot: a dated public note, which nobody can edit
// later.

import { ADDENDA_MAX, ADDENDUM_MAX } from "@jara/shared/addenda";
import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auction-management";
import { useState } from "react";
import { useCommand } from "../../connection/use-command.ts";
import { ask } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { AskForm } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { CharCount } from "../../ui/char-count.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { useMay } from "../../ui/may.tsx";

type AddendumAuction = Pick<Auction, "_id" | "status" | "bidCount" | "addenda">;

const isPossible = ({ status, addenda }: AddendumAuction): boolean =>
  (status === "draft" || status === "active" || status === "paused") && (addenda?.length ?? 0) < ADDENDA_MAX;

export const AddAddendum = ({ auction }: { auction: AddendumAuction }) => {
  const [isOpen, setIsOpen] = useState(false);
  const mayRun = useMay("auctions:run");
  // With bids an addendum suspends maxima and may move the end.
  const isAllowed = isPossible(auction) && (mayRun || auction.bidCount === 0);
  if (!isAllowed && !isOpen) return null;
  return (
    <>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Add an addendum
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Add an addendum">
        {isOpen && <AddendumForm auction={auction} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
};

const AddendumForm = ({ auction, onDone }: { auction: AddendumAuction; onDone: () => void }) => {
  const [text, setText] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const add = (text: string, idempotencyKey: string) =>
    ask(calls.addAddendum, { params: { id: auction._id }, body: { text }, idempotencyKey });
  const adding = useCommand(add, {
    onSuccess: () => {
      toast.success("The addendum is on the lot's page");
      onDone();
    },
  });
  const submit = () => {
    setIsEmpty(text.trim() === "");
    if (text.trim() !== "") adding.mutate(text.trim());
  };
  return (
    <AskForm
      label="Add an addendum"
      yes="Add"
      of={adding}
      failed="Failed to add the addendum"
      onNo={onDone}
      onYes={submit}
    >
      <Field
        label="Addendum"
        hint="Everybody reads it with its date. Nobody can edit or remove it."
        error={isEmpty ? "Please write the addendum" : null}
        aside={<CharCount used={text.length} max={ADDENDUM_MAX} />}
      >
        <Textarea
          dir="auto"
          maxLength={ADDENDUM_MAX}
          readOnly={adding.isPending}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {auction.bidCount > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>All bidders are notified, and may withdraw their bids.</li>
          <li>All maximums on this lot are suspended until their owners confirm them.</li>
          <li>If less than two hours are left, the end moves to two hours from now.</li>
        </ul>
      )}
    </AskForm>
  );
};
