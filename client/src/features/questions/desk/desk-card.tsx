// One question on the staff's list: its lot, its words, and the ways to answer it, hide it and show it again.
import { ANSWER_MAX, HIDE_REASON_MAX } from "@jara/shared/question-limits";
import type { StaffQuestion } from "@jara/shared/rest/questions";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { toast } from "../../../store/toast.ts";
import { StatusBadge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/check.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { answerError } from "../public-text.ts";
import type { DeskAction } from "../queries.ts";
import { useChangeQuestion } from "./use-desk.ts";

const doneWords: Record<DeskAction["is"], string> = {
  answer: "Everybody can read the answer now",
  hide: "The question is hidden",
  show: "The question is shown again",
};

export const DeskCard = ({ question }: { question: StaffQuestion }) => {
  const [doing, setDoing] = useState<"answer" | "hide" | null>(null);
  const change = useChangeQuestion(question, ({ is }) => {
    setDoing(null);
    toast.success(doneWords[is]);
  });
  const { state, text, answer, hidden } = question;
  const titleId = `question-${question._id}`;
  const start = (what: "answer" | "hide") => {
    change.reset();
    setDoing(what);
  };
  const form = { question, isPending: change.isPending, send: change.mutate, close: () => setDoing(null) };
  return (
    <li>
      <article aria-labelledby={titleId} className="grid gap-3 rounded-box border border-line bg-surface p-4">
        <Lot question={question} />
        <p id={titleId} dir="auto" className="max-w-prose whitespace-pre-line font-semibold [overflow-wrap:anywhere]">
          {text}
        </p>
        {answer && (
          <div className="grid max-w-prose gap-1 border-brand border-l-2 pl-3">
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {answer.text}
            </p>
            <p className="text-ink-soft text-sm">
              {question.answeredBy ?? "Staff"}, {lagosMoment(answer.at)}
              {answer.editedAt && ` · edited ${lagosMoment(answer.editedAt)}`}
            </p>
          </div>
        )}
        {hidden && (
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
            Hidden{hidden.by && ` by ${hidden.by}`}, {lagosMoment(hidden.at)}: {hidden.reason}
          </p>
        )}
        {question.isHeld && state === "waiting" && (
          <Notice tone="warning" title="Held back">
            It seems to have a contact detail. Answer it if it has none, or hide it.
          </Notice>
        )}
        {doing === "answer" && <AnswerForm {...form} />}
        {doing === "hide" && <HideForm {...form} />}
        {change.error && <Notice tone="error">{messageOf(change.error, "Failed to save")}</Notice>}
        {doing === null && (
          <div className="flex flex-wrap gap-2">
            {state === "hidden" ? (
              <Button
                size="sm"
                variant="secondary"
                pending={change.isPending}
                onClick={() => change.mutate({ is: "show" })}
              >
                Show again
              </Button>
            ) : (
              <>
                <Button size="sm" variant={answer ? "secondary" : "primary"} onClick={() => start("answer")}>
                  {answer ? "Edit answer" : "Answer"}
                </Button>
                <Button size="sm" variant="secondary" onClick={() => start("hide")}>
                  Hide
                </Button>
              </>
            )}
          </div>
        )}
      </article>
    </li>
  );
};

const Lot = ({ question: { auction, asker, askedAt } }: { question: StaffQuestion }) => (
  <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-3">
    <Picture src={auction.imageUrl} alt="" sizes="3.5rem" className="aspect-square w-full rounded-box" />
    <div className="grid content-center gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`/auction/${auction._id}`}
          dir="auto"
          className="line-clamp-2 font-semibold hover:text-brand hover:underline"
        >
          {auction.title}
        </Link>
        <StatusBadge status={auction.status} />
      </div>
      <p className="text-ink-soft">
        <bdi translate="no">{asker?.username ?? "A former user"}</bdi>, {lagosMoment(askedAt)}
        {(auction.status === "active" || auction.status === "paused") && ` · ends ${lagosMoment(auction.endTime)}`}
      </p>
    </div>
  </div>
);

interface FormProps {
  question: StaffQuestion;
  isPending: boolean;
  send: (action: DeskAction) => void;
  close: () => void;
}

const AnswerForm = ({ question, isPending, send, close }: FormProps) => {
  const [text, setText] = useState(question.answer?.text ?? "");
  const [isEmpty, setIsEmpty] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [isUnchecked, setIsUnchecked] = useState(false);
  const submit = () => {
    setIsEmpty(text.trim() === "");
    setIsUnchecked(question.isHeld && !isChecked);
    if (text.trim() === "" || answerError(text) || (question.isHeld && !isChecked)) return;
    send({ is: "answer", text: text.trim(), isChecked });
  };
  return (
    <DeskForm label="Answer" yes="Answer publicly" isPending={isPending} close={close} onSubmit={submit}>
      <TextField
        dir="auto"
        label="Your answer"
        hint={
          question.answer
            ? "Everybody sees that the answer was edited. The person who asked gets an email."
            : "Everybody reads it at once. The person who asked gets an email."
        }
        error={answerError(text) ?? (isEmpty ? "Please write an answer" : null)}
        max={ANSWER_MAX}
        value={text}
        isLocked={isPending}
        onChange={setText}
      />
      {question.isHeld && (
        <Check
          label="I checked that the question has no contact details"
          checked={isChecked}
          disabled={isPending}
          onChange={setIsChecked}
        />
      )}
      {isUnchecked && !isChecked && <Notice tone="error">Please check the question first, or hide it</Notice>}
    </DeskForm>
  );
};

const HideForm = ({ isPending, send, close }: FormProps) => {
  const [reason, setReason] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const submit = () => {
    setIsEmpty(reason.trim() === "");
    if (reason.trim() !== "") send({ is: "hide", reason: reason.trim() });
  };
  return (
    <DeskForm label="Hide" yes="Hide question" isPending={isPending} close={close} onSubmit={submit}>
      <TextField
        label="Reason"
        hint="For the staff. The person who asked sees only that the question is hidden."
        error={isEmpty ? "Please say why" : null}
        max={HIDE_REASON_MAX}
        value={reason}
        isLocked={isPending}
        onChange={setReason}
      />
    </DeskForm>
  );
};

interface DeskFormProps extends Pick<FormProps, "isPending" | "close"> {
  label: string;
  yes: string;
  onSubmit: () => void;
  children: ReactNode;
}

const DeskForm = ({ label, yes, isPending, close, onSubmit, children }: DeskFormProps) => (
  <form
    noValidate
    aria-label={label}
    className="grid max-w-prose gap-3"
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      if (!isPending) onSubmit();
    }}
  >
    {children}
    <div className="flex flex-wrap gap-2">
      <Button type="submit" size="sm" pending={isPending}>
        {yes}
      </Button>
      <Button size="sm" variant="secondary" disabled={isPending} onClick={close}>
        Cancel
      </Button>
    </div>
  </form>
);
