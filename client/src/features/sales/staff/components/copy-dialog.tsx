// Asks for the title of a sale's copy and what it is to have, makes it, says which lots it took and which not, and goes
// to it.
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_TITLE_MAX } from "@jara/shared/sale-limits";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { useNavigate } from "#router";
import { serverNow } from "../../../../connection/connection.ts";
import { lotsWords } from "../../../../lots/lots-words.ts";
import { saleLabel } from "../../../../queries/sales-to-choose.ts";
import { toast } from "../../../../store/toast.ts";
import { AskForm } from "../../../../ui/ask.tsx";
import { BulkList } from "../../../../ui/bulk-list.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Check } from "../../../../ui/check.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field, Input } from "../../../../ui/field.tsx";
import { type CopiedSale, copyOf } from "../copy-sale.ts";
import { useCopySale } from "../hooks/use-sale-changes.ts";

interface CopySaleProps {
  sale: Sale;
  label?: string;
}

export const CopySale = ({ sale, label = "Duplicate this sale" }: CopySaleProps) => {
  const [isAsked, setIsAsked] = useState(false);
  const navigate = useNavigate();
  const copy = useCopySale(sale);
  const goTo = ({ sale: made }: CopiedSale) => void navigate(`/admin/sales/${made._id}`);
  const close = () => {
    setIsAsked(false);
    if (copy.data) goTo(copy.data);
  };
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        closable={!copy.isPending}
        title={copy.data ? "The draft is made" : `Duplicate “${saleLabel(sale)}”?`}
      >
        {copy.data ? (
          <Outcome copied={copy.data} onClose={close} />
        ) : (
          <Question
            sale={sale}
            copy={copy}
            onNo={close}
            onDone={(made) => {
              if (made.leftOut.length > 0) return;
              setIsAsked(false);
              toast.success("The draft is made", { description: takenWords(made) });
              goTo(made);
            }}
          />
        )}
      </Dialog>
    </>
  );
};

interface QuestionProps {
  sale: Sale;
  copy: ReturnType<typeof useCopySale>;
  onNo: () => void;
  onDone: (made: CopiedSale) => void;
}

const Question = ({ sale, copy, onNo, onDone }: QuestionProps) => {
  const [planned] = useState(() => copyOf(sale, serverNow()));
  const [title, setTitle] = useState(planned.title);
  const [withUnsold, setWithUnsold] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  const submit = () => {
    setIsChecked(true);
    const asked = { title: title.trim(), withUnsold: withUnsold && sale.isOver };
    if (asked.title && !copy.isPending) copy.mutate(asked, { onSuccess: onDone });
  };
  return (
    <AskForm yes="Make the draft" of={copy} failed="Failed to copy the sale" onNo={onNo} onYes={submit}>
      <p className="text-sm">
        A new draft with the same texts, terms and rules. Its first lot closes {formatLagosTime(planned.closesAt)}.
      </p>
      <Field label="Title" error={isChecked && !title.trim() ? "Please enter a title" : null}>
        <Input
          dir="auto"
          maxLength={SALE_TITLE_MAX}
          readOnly={copy.isPending}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Field>
      {sale.isOver && (
        <div className="grid">
          <Check
            label="With copies of the unsold lots"
            checked={withUnsold}
            disabled={copy.isPending}
            onChange={setWithUnsold}
          />
          <p className="text-ink-soft text-sm">
            Of a lot that was relisted before it takes that copy, if it is a draft in no other sale. Refunded lots are
            left out.
          </p>
        </div>
      )}
    </AskForm>
  );
};

const takenWords = ({ copied, taken }: CopiedSale): string => {
  const parts = [
    ...(copied > 0 ? [`${copied === 1 ? "1 copy" : `${copied} copies`} of unsold lots`] : []),
    ...(taken > 0 ? [`${lotsWords(taken)} relisted before`] : []),
  ];
  return parts.length > 0 ? `It has ${parts.join(" and ")}.` : "It has no lots yet.";
};

const Outcome = ({ copied, onClose }: { copied: CopiedSale; onClose: () => void }) => (
  <>
    <p>{takenWords(copied)}</p>
    <p className="font-semibold text-sm">{lotsWords(copied.leftOut.length)} left out:</p>
    <BulkList lines={copied.leftOut.map(({ id, title, why }) => ({ id, title, words: why }))} />
    <Button className="justify-self-end" onClick={onClose}>
      Go to the draft
    </Button>
  </>
);
