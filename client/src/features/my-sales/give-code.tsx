// Gives somebody a seller's code, so that an import can name them before they have offered anything.
import * as calls from "@jara/shared/calls/offers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask, messageOf } from "../../lib/api.ts";
import { isUnknownSeller, SellerField } from "../../lots/consigned/seller-field.tsx";
import { Button } from "../../ui/button.tsx";
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
      <SellerField
        label="Give a code to"
        value={typed}
        error={
          isChecked && typed.trim() === "" ? "Please fill this in" : error && messageOf(error, "No code was given")
        }
        isUnknown={isUnknownSeller(error)}
        onChange={(value) => {
          setTyped(value);
          reset();
        }}
      />
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
