// A form for one code: of the authenticator app, or a recovery code in its place.
import { cleanCode } from "@jara/shared/text/clean";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Field, Input } from "./field.tsx";
import { textLinkClass } from "./text-link.tsx";
import { useFirstFocus } from "./use-first-focus.ts";

const APP_DIGITS = 6;

interface CodeFormProps {
  button: string;
  isPending: boolean;
  /** The server's refusal of the last code. */
  error: string | null;
  onCode: (code: string) => void;
  /** False where only a code of the app counts. */
  takesRecoveryCode?: boolean;
  /** False: the field does not take the focus when it appears. */
  hasFocus?: boolean;
  /** More buttons beside the first. */
  children?: ReactNode;
}

export const CodeForm = ({
  button,
  isPending,
  error,
  onCode,
  takesRecoveryCode = true,
  hasFocus = true,
  children,
}: CodeFormProps) => {
  const [isRecovery, setIsRecovery] = useState(false);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const [hasSwitched, setHasSwitched] = useState(false);
  useFirstFocus(place, isRecovery, hasFocus || hasSwitched);

  const submit = () => {
    const code = cleanCode(typed);
    const isWhole = isRecovery ? code !== "" : code.length === APP_DIGITS;
    setProblem(isWhole ? null : isRecovery ? "Please enter a recovery code" : `The code has ${APP_DIGITS} digits`);
    if (!isWhole || isPending) return;
    setIsChanged(false);
    onCode(code);
  };
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
    setIsChanged(true);
  };
  return (
    <form
      ref={place}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        key={String(isRecovery)}
        label={isRecovery ? "Recovery code" : "Code from your authenticator app"}
        hint={
          isRecovery
            ? "One of the codes that you saved. Each works once."
            : "Six digits. A new code comes every 30 seconds."
        }
        error={problem ?? (isChanged ? null : error)}
      >
        <Input
          value={typed}
          onChange={(event) => change(event.target.value)}
          inputMode={isRecovery ? "text" : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize={isRecovery ? "characters" : undefined}
          spellCheck={false}
          className="font-mono tracking-widest tabular-nums"
        />
      </Field>
      {takesRecoveryCode && (
        <button
          type="button"
          className={`${textLinkClass} -my-2 justify-self-start`}
          onClick={() => {
            setIsRecovery(!isRecovery);
            setHasSwitched(true);
            change("");
          }}
        >
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="lg" pending={isPending} className="flex-auto">
          {button}
        </Button>
        {children}
      </div>
    </form>
  );
};
