// A page behind a mailed link that asks before it does anything, because programs that check mails for bad links open
// them too.
import type { ReactNode } from "react";
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface LinkQuestionProps {
  title: string;
  /** Items of a list that say what a press of the button does. */
  children: ReactNode;
  button: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
}

export const LinkQuestion = ({ title, children, button, isPending, error, onConfirm }: LinkQuestionProps) => (
  <FormCard title={title}>
    <ul className="grid list-disc gap-2 pl-5">{children}</ul>
    {error !== null && <Notice tone="error">{failureWords(error, "That did not work.")}</Notice>}
    <Button size="lg" pending={isPending} onClick={onConfirm}>
      {button}
    </Button>
    <p className="text-ink-soft text-sm">If you did not expect this page, close it. Nothing happens then.</p>
  </FormCard>
);
