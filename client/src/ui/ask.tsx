// Questions with two answers. `Ask` is a dialog, which nothing closes while the answer is carried out. `AskForm` is a form
// with the same two buttons, for a question with fields inside a dialog.
import type { ComponentProps, ReactNode } from "react";
import { messageOf } from "../lib/api.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

interface AnswerProps {
  no?: string;
  /** Null: there is nothing to agree to any more. */
  yes: ReactNode;
  isDanger?: boolean | undefined;
  /** The change that the answer asks for. It is reset when the person answers no. */
  of?: { isPending: boolean; error: unknown; reset: () => void };
  /** Says that the change failed, where the server does not say why. */
  failed?: string | ((error: unknown) => ReactNode);
  isPending?: boolean;
  isDisabled?: boolean;
  /** True if the person may go while the answer is carried out. */
  mayLeave?: boolean;
  /** Says why the answer could not be carried out. */
  problem?: ReactNode;
  onNo: () => void;
  children?: ReactNode;
}

/** `of` says whether the answer is under way and why it failed, unless the caller says it. */
const answering = <Props extends AnswerProps>({ of, failed = "", ...props }: Props) => {
  const say = typeof failed === "string" ? (error: unknown) => messageOf(error, failed) : failed;
  return {
    isPending: of?.isPending ?? false,
    problem: of?.error ? say(of.error) : null,
    ...props,
    onNo: () => {
      of?.reset();
      props.onNo();
    },
  };
};

const Answers = ({
  no = "Cancel",
  yes,
  isDanger = false,
  isPending = false,
  isDisabled = false,
  mayLeave = false,
  problem,
  onNo,
  ...rest
}: Omit<AnswerProps, "children"> & Pick<ComponentProps<typeof Button>, "type" | "onClick">) => (
  <>
    {typeof problem === "string" ? <Notice tone="error">{problem}</Notice> : problem}
    {/* A long question scrolls above its buttons. */}
    <div className="-mx-4 -mb-4 sticky bottom-0 flex flex-wrap justify-end gap-2 bg-surface px-4 pt-2 pb-4 *:flex-auto sm:*:flex-none md:-mx-6 md:-mb-6 md:px-6 md:pb-6">
      <Button variant="secondary" disabled={isPending && !mayLeave} onClick={onNo}>
        {no}
      </Button>
      {yes !== null && (
        <Button variant={isDanger ? "danger" : "primary"} pending={isPending} disabled={isDisabled} {...rest}>
          {yes}
        </Button>
      )}
    </div>
  </>
);

interface AskProps extends AnswerProps, Pick<ComponentProps<typeof Dialog>, "open" | "title" | "className"> {
  onYes: () => void;
}

export const Ask = ({ open, title, className, onYes, children, ...given }: AskProps) => {
  const answers = answering(given);
  return (
    <Dialog
      open={open}
      onClose={answers.onNo}
      closable={!answers.isPending || answers.mayLeave === true}
      title={title}
      className={className}
    >
      {children}
      <Answers {...answers} onClick={onYes} />
    </Dialog>
  );
};

/** The first wrong field may be above or below what the dialog shows. */
const showWrong = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: "center" });
  });
};

interface AskFormProps extends AnswerProps {
  /** The name of the form. */
  label?: string | undefined;
  onYes: () => void;
}

export const AskForm = ({ label, onYes, children, ...given }: AskFormProps) => {
  const answers = answering(given);
  return (
    <form
      noValidate
      aria-label={label}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (answers.isPending) return;
        onYes();
        showWrong(event.currentTarget);
      }}
    >
      {children}
      <Answers {...answers} type="submit" />
    </form>
  );
};
