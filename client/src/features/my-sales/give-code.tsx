// Gives somebody a seller's code, so that an import can name them before they have offered anything.
import * as calls from "@jara/shared/calls/offers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask, messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SELLER_CODES } from "./queries.ts";

export const GiveCode = () => {
  const [typed, setTyped] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const client = useQueryClient();
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: (seller: string) => ask(calls.giveSellerCode, { body: { seller } }),
    onSuccess: async () => {
      setTyped("");
      setIsChecked(false);
      await client.invalidateQueries({ queryKey: [SELLER_CODES] });
    },
  });
  const given = data?.seller;
  return (
    <form
      noValidate
      aria-label="Give a code"
      className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setIsChecked(true);
        if (typed.trim() !== "") mutate(typed.trim());
      }}
    >
      <Field
        label="Give a code to"
        hint="The username or the email address of a verified account. Who has none registers first."
        error={
          isChecked && typed.trim() === "" ? "Please fill this in" : error && messageOf(error, "No code was given")
        }
      >
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={254}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            reset();
          }}
        />
      </Field>
      {given && (
        <Notice tone="success">
          <bdi translate="no">{given.username}</bdi> has the code{" "}
          <code translate="no" className="tabular font-semibold">
            {given.code}
          </code>
          .
        </Notice>
      )}
      <Button type="submit" variant="secondary" pending={isPending} className="justify-self-start">
        Give a code
      </Button>
    </form>
  );
};
