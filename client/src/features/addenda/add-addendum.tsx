// The button and the dialog with which staff add an addendum to a lot: a dated public note, which nobody can edit
// later.
import { ADDENDA_MAX, ADDENDUM_MAX } from "@jara/shared/addenda";
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { newCommandId } from "../../connection/command-id.ts";
import { api, messageOf } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { Button } from "../../ui/button.tsx";
import { CharCount } from "../../ui/char-count.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { useMay } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";

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
  // The same words sent again after a lost answer are the same addendum.
  const sent = useRef({ text: "", key: "" });
  const adding = useMutation({
    mutationFn: (words: string) => {
      if (sent.current.text !== words) sent.current = { text: words, key: newCommandId() };
      const path = `/auctions/${encodeURIComponent(auction._id)}/addenda`;
      return api.post(path, { text: words }, { idempotencyKey: sent.current.key });
    },
    onSuccess: () => {
      toast.success("The addendum is on the lot's page");
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(text.trim() === "");
    if (text.trim() !== "" && !adding.isPending) adding.mutate(text.trim());
  };
  return (
    <form noValidate aria-label="Add an addendum" className="grid gap-4" onSubmit={submit}>
      <Field
        label="Addendum"
        hint="Everybody reads it with its date. Nobody can edit or remove it."
        error={isEmpty ? "Please write the addendum" : null}
        aside={<CharCount used={text.length} max={ADDENDUM_MAX} />}
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={ADDENDUM_MAX}
            readOnly={adding.isPending}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {auction.bidCount > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>All bidders are notified, and may withdraw their bids.</li>
          <li>All maxima on this lot are suspended until their owners confirm them.</li>
          <li>If less than two hours are left, the end moves to two hours from now.</li>
        </ul>
      )}
      {adding.error && <Notice tone="error">{messageOf(adding.error, "Failed to add the addendum")}</Notice>}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" disabled={adding.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" pending={adding.isPending}>
          Add
        </Button>
      </div>
    </form>
  );
};
