// The button that sends a document: one file, which only the person and staff can read.
import * as calls from "@jara/shared/calls/who-may-bid";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { messageOf } from "../../lib/api.ts";
import { upload } from "../../lib/upload.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { MAY_BID } from "./queries.ts";

export const SendDocument = ({ label }: { label: string }) => {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const sent = useMutation({
    mutationFn: (file: File) => upload(calls.sendBidderDocument, file),
    onSettled: () => client.invalidateQueries({ queryKey: [MAY_BID] }),
  });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Document"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) sent.mutate(file);
        }}
      />
      <Button size="sm" pending={sent.isPending} onClick={() => input.current?.click()}>
        {sent.isPending ? "Sending…" : label}
      </Button>
      <p className="basis-full text-ink-soft text-xs">
        A picture or a PDF file of at most 5 MB. Only you and our staff can read it. We delete it 90 days after our
        decision.
      </p>
      {sent.isError && (
        <Notice tone="error" className="basis-full">
          {messageOf(sent.error, "The document could not be sent.")}
        </Notice>
      )}
    </>
  );
};
