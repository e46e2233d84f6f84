// The form with which a seller accepts terms: that they are read, and the name.
import { ACCEPTED_NAME_MAX } from "@jara/shared/offer-limits";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/check.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";

interface SignatureFormProps {
  confirmation: string;
  submit: string;
  isPending: boolean;
  problem: string | null;
  onSign: (name: string) => void;
}

export const SignatureForm = ({ confirmation, submit, isPending, problem, onSign }: SignatureFormProps) => {
  const [name, setName] = useState("");
  /** The words that were confirmed. Other words need another confirmation. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const isRead = confirmed === confirmation;
  const [isTried, setIsTried] = useState(false);
  const hasName = name.trim().length >= 2;
  const sign = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (hasName && isRead) onSign(name.trim());
  };
  return (
    <Panel title="Accept">
      <form noValidate aria-label="Accept" className="grid max-w-prose justify-items-start gap-3" onSubmit={sign}>
        <Check
          label={confirmation}
          checked={isRead}
          disabled={isPending}
          onChange={(checked) => setConfirmed(checked ? confirmation : null)}
        />
        <Field
          label="Your full name"
          hint="It is your signature. We keep it with the time and your network."
          error={isTried && !hasName ? "Please write your full name" : null}
          className="w-full"
        >
          <Input
            dir="auto"
            autoComplete="name"
            maxLength={ACCEPTED_NAME_MAX}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {isTried && !isRead && <Notice tone="error">Please confirm that you read the terms</Notice>}
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" size="lg" pending={isPending}>
          {submit}
        </Button>
      </form>
    </Panel>
  );
};
