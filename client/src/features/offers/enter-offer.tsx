// The form with which staff enter an offer that somebody sent by WhatsApp or e-mail.
import { offerSentences } from "@jara/shared/offer-limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "#router";
import { messageOf } from "../../lib/api.ts";
import { isUnknownSeller, SellerField } from "../../lots/consigned/seller-field.tsx";
import { MediaFields } from "../../lots/media/media-fields.tsx";
import { createMediaList } from "../../lots/media/media-list.ts";
import { uploadFile } from "../../lots/media/upload-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ItemFields } from "./item-fields.tsx";
import { type OfferValues, toContent } from "./offer-saver.ts";
import { DESK_KEY, enterOffer } from "./queries.ts";

const emptyValues: OfferValues = {
  title: "",
  description: "",
  age: "",
  category: null,
  condition: null,
  workingCondition: null,
  estimatedValue: "",
  lowestPrice: "",
  location: "",
  media: [],
  receipt: null,
};

export const EnterOffer = ({ close }: { close: () => void }) => {
  const [seller, setSeller] = useState("");
  const [values, setValues] = useState(emptyValues);
  const [media] = useState(() => createMediaList(uploadFile));
  const [isChecked, setIsChecked] = useState(false);
  const key = useRef(crypto.randomUUID());
  const client = useQueryClient();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: async () => {
      const files = await media.uploadAll(new AbortController().signal);
      return await enterOffer({ ...toContent(values), seller: seller.trim(), media: files }, key.current);
    },
    onSuccess: async ({ _id }) => {
      await client.invalidateQueries({ queryKey: [DESK_KEY] });
      void navigate(`/admin/offers/${_id}`);
    },
  });
  const missing: Record<string, string> = {
    ...(values.title.trim() === "" && { title: offerSentences.title }),
    // The lot says it, so somebody must have said it.
    ...(values.condition === null && { condition: offerSentences.condition }),
  };
  const isNamed = seller.trim() !== "";
  const refusal = enter.error && messageOf(enter.error, "Failed to enter the offer");
  const isUnknown = isUnknownSeller(enter.error);
  return (
    <form
      noValidate
      aria-label="Enter an offer"
      className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 rounded-box border border-line bg-surface p-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setIsChecked(true);
        if (isNamed && Object.keys(missing).length === 0) enter.mutate();
      }}
    >
      <SellerField
        label="For"
        value={seller}
        error={isChecked && !isNamed ? "Please fill this in" : isUnknown ? refusal : null}
        isUnknown={isUnknown}
        onChange={(value) => {
          setSeller(value);
          if (isUnknown) enter.reset();
        }}
      />
      <ItemFields
        values={values}
        missing={isChecked ? missing : {}}
        change={(changed) => setValues((before) => ({ ...before, ...changed }))}
        isLocked={enter.isPending}
        isForSomebody
      />
      <MediaFields media={media} locked={enter.isPending} />
      {refusal && !isUnknown && <Notice tone="error">{refusal}</Notice>}
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
