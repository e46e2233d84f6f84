// The frame of a form that opens inside a panel: its buttons, its error, and the focus.
import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface ChangeFormProps {
  label: string;
  button: string;
  isPending: boolean;
  /** The error of the whole form, not of one field. */
  problem: string | null;
  onSubmit: FormEventHandler;
  onCancel: () => void;
  children: ReactNode;
}

export const ChangeForm = ({ label, button, isPending, problem, onSubmit, onCancel, children }: ChangeFormProps) => {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector<HTMLInputElement>("input:not([hidden])")?.focus(), []);
  return (
    <form ref={place} noValidate aria-label={label} className="grid gap-4" onSubmit={onSubmit}>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending} className="flex-auto sm:flex-none">
          {button}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onCancel} className="flex-auto sm:flex-none">
          Cancel
        </Button>
      </div>
    </form>
  );
};
