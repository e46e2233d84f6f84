// A panel that shows one of the account's credentials, and opens a form that changes it.
import { type ReactNode, useState } from "react";
import { useFocusBack } from "../../../lib/use-focus-back.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";

interface ChangePanelProps {
  title: string;
  /** The name of the button that opens the form; begins with "Change". */
  button: string;
  /** Shown while the form is closed. */
  children: ReactNode;
  /** `close` gets what came of it, or null if the form was cancelled. */
  form: (close: (outcome: ReactNode | null) => void) => ReactNode;
}

export const ChangePanel = ({ title, button, children, form }: ChangePanelProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [outcome, setOutcome] = useState<ReactNode | null>(null);
  const opener = useFocusBack(isOpen);

  return (
    <Panel
      title={title}
      action={
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            size="sm"
            aria-label={button}
            onClick={() => {
              setOutcome(null);
              setIsOpen(true);
            }}
          >
            Change
          </Button>
        )
      }
    >
      {outcome !== null && <Notice tone="success">{outcome}</Notice>}
      {isOpen
        ? form((result) => {
            setOutcome(result);
            setIsOpen(false);
          })
        : children}
    </Panel>
  );
};
