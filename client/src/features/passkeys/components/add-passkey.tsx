// Adds a passkey. Asks for the password, or for a passkey that is there already, where the last proof is too old.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "#router";
import { issueAt } from "../../../lib/failure-words.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { hasNoPassword, isPasswordNeeded, passkeyFailure } from "../passkey-words.ts";
import { usePasskeyProof } from "../use-passkey-proof.ts";
import { useAddPasskey } from "../use-passkeys.ts";
import { PasskeyCancelled, PasskeyProblem } from "../webauthn.ts";

export const AddPasskey = ({ isFirst }: { isFirst: boolean }) => {
  const [isAsked, setIsAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const add = useAddPasskey(() => {
    setIsAsked(false);
    toast.success("Your passkey is added. You can use it at your next login.");
  });
  const { error, isPending } = add;
  const isNeeded = isPasswordNeeded(error);
  useEffect(() => {
    if (isNeeded) setIsAsked(true);
  }, [isNeeded]);

  return (
    <>
      {error && !isNeeded && <Failure error={error} />}
      {isAsked ? (
        <ProofForm
          isPending={isPending}
          error={add.variables?.password === undefined ? undefined : issueAt(error, "password")}
          onProof={(password) => add.mutate({ password })}
          onCancel={() => {
            add.reset();
            setIsAsked(false);
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      ) : (
        <Button
          ref={button}
          variant={isFirst ? "primary" : "secondary"}
          pending={isPending}
          className="justify-self-start"
          onClick={() => add.mutate({ password: undefined })}
        >
          Add a passkey
        </Button>
      )}
    </>
  );
};

const Failure = ({ error }: { error: Error }) => {
  if (error instanceof PasskeyCancelled) {
    return <Notice tone="muted">No passkey was added. You can try again at any time.</Notice>;
  }
  if (hasNoPassword(error)) {
    return (
      <Notice tone="info" title="Please set a password first">
        Your account logs in with Google and has no password yet. Set one by email, then add a passkey.{" "}
        <Link to="/forgot-password" className={textLinkClass}>
          Set a password
        </Link>
      </Notice>
    );
  }
  // It is not an error if the device already has a passkey or cannot make one.
  const tone = error instanceof PasskeyProblem ? "info" : "error";
  return <Notice tone={tone}>{passkeyFailure(error, "The passkey could not be added.")}</Notice>;
};

interface ProofFormProps {
  isPending: boolean;
  /** The server's message about the password. */
  error: string | undefined;
  /** `password` undefined: a passkey has proved who the person is. */
  onProof: (password: string | undefined) => void;
  onCancel: () => void;
}

const ProofForm = ({ isPending, error, onProof, onCancel }: ProofFormProps) => {
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { password: "" } });
  const prove = usePasskeyProof();
  const proof = useMutation({ mutationFn: async () => prove?.(), onSuccess: () => onProof(undefined) });
  const isBusy = isPending || proof.isPending;
  useEffect(() => setFocus("password"), [setFocus]);
  return (
    <form
      noValidate
      aria-label="Add a passkey"
      className="grid gap-4"
      onSubmit={handleSubmit(({ password }) => {
        if (!isBusy) onProof(password);
      })}
    >
      {proof.error && !(proof.error instanceof PasskeyCancelled) && (
        <Notice tone="error">{passkeyFailure(proof.error, "This passkey could not confirm that it is you.")}</Notice>
      )}
      <Field
        label="Your password"
        hint="It confirms that it is you who adds the passkey."
        error={formState.errors.password?.message ?? error}
      >
        <PasswordInput
          autoComplete="current-password"
          {...register("password", { required: "Please enter your password" })}
        />
      </Field>
      <div className="flex flex-wrap gap-2 *:flex-auto sm:*:flex-none">
        <Button type="submit" pending={isPending}>
          Continue
        </Button>
        {prove && (
          <Button variant="secondary" pending={proof.isPending} disabled={isPending} onClick={() => proof.mutate()}>
            Use a passkey instead
          </Button>
        )}
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
