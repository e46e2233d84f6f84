// The form with which staff enter an offer that somebody sent by WhatsApp or e-mail.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "#router";
import { messageOf } from "../../lib/api.ts";
import { MediaFields } from "../../lots/media/media-fields.tsx";
import { createMediaList } from "../../lots/media/media-list.ts";
import { uploadFile } from "../../lots/media/upload-file.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { DESK_KEY, enterOffer } from "./queries.ts";

export const EnterOffer = ({ close }: { close: () => void }) => {
  const [typed, setTyped] = useState({ seller: "", title: "", description: "" });
  const [media] = useState(() => createMediaList(uploadFile));
  const [isEmpty, setIsEmpty] = useState(false);
  const key = useRef(crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: async () => {
      const files = await media.uploadAll(new AbortController().signal);
      return await enterOffer({ ...typed, media: files }, key.current);
    },
    onSuccess: async ({ _id }) => {
      await client.invalidateQueries({ queryKey: [DESK_KEY] });
      void navigate(`/admin/offers/${_id}`);
    },
  });
  const line = (label: string, name: "seller" | "title", hint: string) => (
    <Field label={label} hint={hint} error={isEmpty && typed[name].trim() === "" ? "Please fill this in" : null}>
      <Input
        dir="auto"
        maxLength={name === "title" ? 100 : 254}
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </Field>
  );
  return (
    <form
      noValidate
      aria-label="Enter an offer"
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 rounded-box border border-line bg-surface p-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        const lacks = typed.seller.trim() === "" || typed.title.trim() === "";
        setIsEmpty(lacks);
        if (!lacks) enter.mutate();
      }}
    >
      {line("For", "seller", "The username or the email address of a verified account.")}
      {line("Name of the item", "title", "As the seller calls it.")}
      <TextField
        dir="auto"
        label="Description"
        max={1000}
        value={typed.description}
        isLocked={enter.isPending}
        onChange={(description) => setTyped({ ...typed, description })}
      />
      <MediaFields media={media} locked={enter.isPending} />
      {enter.error && <Notice tone="error">{messageOf(enter.error, "Failed to enter the offer")}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={enter.isPending}>
          Enter the offer
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
