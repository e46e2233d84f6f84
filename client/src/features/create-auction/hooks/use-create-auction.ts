// Creates the auction from the form: first uploads the media, then creates the auction, only once however often it is
// requested.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { newCommandId } from "../../../connection/command-id.ts";
import { messageOf } from "../../../lib/api.ts";
import { type AuctionForm, FAILED, toBody } from "../auction-form.ts";
import { type MediaList, UPLOAD_FAILED } from "../media-list.ts";
import { createAuction } from "../queries.ts";

export type Step = "filling in" | "uploading" | "creating";

interface Callbacks {
  onCreated: (auctionId: string) => void;
  /** Called when the form can be edited again. */
  onRefused: (error: unknown) => void;
}

export const useCreateAuction = (media: MediaList, { onCreated, onRefused }: Callbacks) => {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>("filling in");
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const asked = useRef({ body: "", key: "" });

  useEffect(() => () => running.current?.abort(), []);

  /** The same body gets the same idempotency key, so that a lost answer does not lead to a second auction. */
  const keyOf = (body: unknown): string => {
    const text = JSON.stringify(body);
    if (asked.current.body !== text) asked.current = { body: text, key: newCommandId() };
    return asked.current.key;
  };

  const submit = async (form: AuctionForm): Promise<void> => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setStep("uploading");
    let sentence = UPLOAD_FAILED;
    try {
      const body = toBody(form, await media.uploadAll(controller.signal));
      sentence = FAILED;
      setStep("creating");
      const auction = await createAuction(body, keyOf(body));
      void queryClient.invalidateQueries({ queryKey: ["my-auctions"] });
      if (!controller.signal.aborted) onCreated(auction._id);
    } catch (error) {
      running.current = null;
      const refused = !controller.signal.aborted;
      flushSync(() => {
        setStep("filling in");
        if (refused) setFailure(messageOf(error, sentence));
      });
      if (refused) onRefused(error);
    }
  };

  return { step, failure, submit, stop: () => running.current?.abort(), clearFailure: () => setFailure(null) };
};
