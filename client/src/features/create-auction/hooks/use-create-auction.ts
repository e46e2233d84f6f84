// Publishes the lot: first uploads the missing media, then creates the auction, only once however often it is
// requested. The caller can show the lot for a review in between.
import type { Auction, Media } from "@jara/shared/auction";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCommand } from "../../../connection/use-command.ts";
import { messageOf } from "../../../lib/api.ts";
import type { LotForm } from "../../../lots/lot-form/lot-form.ts";
import { type MediaList, UPLOAD_FAILED } from "../../../lots/media/media-list.ts";
import { allLotDrafts } from "../../../queries/lot-drafts.ts";
import type { DraftSaver } from "../draft-saver.ts";
import { FAILED, toBody } from "../new-lot.ts";
import { createAuction } from "../queries.ts";

export type Step = "filling in" | "uploading" | "creating";

interface Callbacks {
  onCreated: (auction: Auction) => void;
  /** Called when the form can be edited again. */
  onRefused: (error: unknown) => void;
}

export const useCreateAuction = (media: MediaList, saver: DraftSaver, callbacks: Callbacks) => {
  const { onCreated, onRefused } = callbacks;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>("filling in");
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  // The same body has the same key, so that a lost answer does not lead to a second auction.
  const { mutateAsync: create } = useCommand(createAuction);

  useEffect(() => () => running.current?.abort(), []);

  /**
   * `act` runs unless another run is under way. A failure is shown with its message, or with the sentence. Returns the
   * result of `act`; null after a failure, or if it did not run.
   */
  const run = async <T>(as: Step, sentence: string, act: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    if (running.current) return null;
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setStep(as);
    try {
      const result = await act(controller.signal);
      running.current = null;
      return result;
    } catch (error) {
      running.current = null;
      const refused = !controller.signal.aborted;
      flushSync(() => {
        setStep("filling in");
        if (refused) setFailure(messageOf(error, sentence));
      });
      if (refused) onRefused(error);
      return null;
    }
  };

  const upload = () => run("uploading", UPLOAD_FAILED, (signal) => media.uploadAll(signal));
  const publish = (form: LotForm, uploaded: Media[]) =>
    run("creating", FAILED, async (signal) => {
      // The revision that is stored now. Without a stored draft the lot is published all the same.
      await saver.save();
      const { id, revision } = saver.store.getState();
      const body = { ...toBody(form, uploaded), ...(revision > 0 && { draft: { id, revision } }) };
      const auction = await create(body);
      saver.stop();
      void queryClient.invalidateQueries({ queryKey: ["my-auctions"] });
      void queryClient.invalidateQueries(allLotDrafts);
      if (!signal.aborted) onCreated(auction);
    });

  return {
    step,
    failure,
    /** Uploads what is missing, and returns all media; null if that failed or was stopped. */
    prepare: async (): Promise<Media[] | null> => {
      const uploaded = await upload();
      if (uploaded) setStep("filling in");
      return uploaded;
    },
    publish,
    create: async (form: LotForm): Promise<void> => {
      const uploaded = await upload();
      if (uploaded) await publish(form, uploaded);
    },
    stop: () => running.current?.abort(),
    clearFailure: () => setFailure(null),
  };
};
