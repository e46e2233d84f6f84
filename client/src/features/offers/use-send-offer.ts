// Sends an offer: uploads what is missing, saves, and submits. Without a connection it waits and tries again by itself,
// also after a reload, until the offer is sent or the seller calls it off.
import { whatIsMissing } from "@jara/shared/offer-complete";
import type { Offer, OfferContent } from "@jara/shared/rest/offers";
import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { ownEntry, ownerNow } from "../../lib/own-storage.ts";
import { isToTryAgain } from "../../lib/until-answered.ts";
import type { MediaItem, MediaList } from "../../lots/media/media-list.ts";
import { type OfferSaver, type OfferValues, toContent } from "./offer-saver.ts";
import { submitOffer } from "./queries.ts";

const AGAIN_MS = 10_000;

/** True if the seller pressed Send and the offer is not sent yet. */
const toBeSent = (id: string) => ownEntry<true>("localStorage", `send offer ${id}`);

export type SendState = "idle" | "sending" | "waiting";

/** Returns the offer as it will be once all files are uploaded. A file that the server refused does not count. */
export const asChosen = (values: OfferValues, items: readonly MediaItem[]): OfferContent => ({
  ...toContent(values),
  media: items.filter(({ isRefused }) => !isRefused).map(({ uploaded, kind }) => uploaded ?? { url: "", type: kind }),
});

interface Parts {
  readonly offer: Offer;
  readonly saver: OfferSaver;
  readonly media: MediaList;
  /** True once the files of an earlier page are back. */
  readonly isReady: boolean;
  readonly onSent: (offer: Offer) => void;
}

export const useSendOffer = ({ offer, saver, media, isReady, onSent }: Parts) => {
  const [state, setState] = useState<SendState>("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const isDraft = offer.status === "draft";

  const send = useCallback(async () => {
    const wish = toBeSent(offer._id);
    setProblem(null);
    setState("sending");
    if (isDraft) wish.keep(ownerNow(), true);
    const end = () => {
      wish.keep(ownerNow(), null);
      setState("idle");
    };
    try {
      await media.uploadAll(new AbortController().signal);
      saver.changeMedia(media.media());
      // The offer may have changed meanwhile, and lack something now.
      if (whatIsMissing(toContent(saver.store.getState().values)).length > 0) return end();
      const revision = await saver.flush();
      const sent = isDraft ? await submitOffer(offer._id, revision) : offer;
      end();
      onSent(sent);
    } catch (error) {
      if (isDraft && isToTryAgain(error)) return setState("waiting");
      end();
      setProblem(messageOf(error, "Failed to send the offer"));
    }
  }, [offer, saver, media, isDraft, onSent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is opened
  useEffect(() => {
    if (isReady && isDraft && toBeSent(offer._id).read(ownerNow())) void send();
  }, [isReady]);

  useEffect(() => {
    if (state !== "waiting") return;
    const again = () => void send();
    window.addEventListener("online", again);
    const timer = setTimeout(again, AGAIN_MS);
    return () => {
      window.removeEventListener("online", again);
      clearTimeout(timer);
    };
  }, [state, send]);

  return {
    state,
    problem,
    send,
    callOff: () => {
      toBeSent(offer._id).keep(ownerNow(), null);
      setState("idle");
    },
  };
};
