// The photo of a receipt, if there is one.
import type { Media } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/picture.tsx";
import { uploadForOffer } from "./queries.ts";

interface ReceiptFieldProps {
  offerId: string;
  receipt: Media | null;
  onChange: (receipt: Media | null) => void;
}

export const ReceiptField = ({ offerId, receipt, onChange }: ReceiptFieldProps) => {
  const box = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadForOffer(offerId)(file, () => {}, new AbortController().signal),
    onSuccess: ({ file }) => onChange(file),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-soft">A photo of the receipt, if you have it. Only our team sees it.</p>
      <input
        ref={box}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label="Photo of the receipt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = "";
        }}
      />
      {receipt && (
        <Picture src={receipt.url} alt="The receipt" sizes="8rem" className="aspect-square w-32 rounded-box" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={upload.isPending} onClick={() => box.current?.click()}>
          {receipt ? "Choose another photo" : "Add receipt"}
        </Button>
        {receipt && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {upload.error && <Notice tone="error">{messageOf(upload.error, "Failed to upload the photo")}</Notice>}
    </div>
  );
};
