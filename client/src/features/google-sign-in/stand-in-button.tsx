// Development only: the button of the stand-in for Google. It asks whom to sign in, and gives a credential as Google's
// own button does.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import type { GoogleButtonProps } from "./google-script.ts";

const credentialOf = async (person: Record<string, string>): Promise<string | undefined> => {
  const response = await fetch("/sandbox/google/credential", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  return ((await response.json()) as { credential?: string }).credential;
};

export const StandInButton = ({ clientId, purpose, onCredential, onFailed }: GoogleButtonProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const ask = useMutation({
    mutationFn: credentialOf,
    onSuccess: (credential) => {
      setIsOpen(false);
      onCredential({ ...(credential && { credential }), clientId, select_by: "btn" });
    },
    onError: onFailed,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    ask.mutate({ email: String(typed.get("email")), name: String(typed.get("name")) });
  };
  return (
    <>
      <Button variant="secondary" size="lg" onClick={() => setIsOpen(true)}>
        {purpose === "signup_with" ? "Sign up with Google" : "Sign in with Google"}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Stand-in for Google">
        <form onSubmit={submit} className="grid gap-4">
          <p>This stands in for Google while the site is developed. Choose any person.</p>
          <Field label="Email">
            <Input name="email" type="email" required defaultValue="ngozi@gmail.test" />
          </Field>
          <Field label="Name">
            <Input name="name" defaultValue="Ngozi Eze" />
          </Field>
          <Button type="submit" pending={ask.isPending}>
            Continue
          </Button>
        </form>
      </Dialog>
    </>
  );
};
