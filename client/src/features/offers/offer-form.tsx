// The form of an offer, made for a phone: every change is saved, files are uploaded at once, and sending says what is
// missing.
import { whatIsMissing } from "@jara/shared/offer-complete";
import type { Offer } from "@jara/shared/rest/offers";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { MediaFields } from "../../lots/media/media-fields.tsx";
import { createMediaList, shareOfAll } from "../../lots/media/media-list.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ItemFields } from "./item-fields.tsx";
import { keepUntilUploaded } from "./keep-until-uploaded.ts";
import { createOfferSaver, type OfferSaver } from "./offer-saver.ts";
import { uploadForOffer } from "./queries.ts";
import { ReceiptField } from "./receipt-field.tsx";
import { asChosen, type SendState, useSendOffer } from "./use-send-offer.ts";

export const OfferForm = ({ offer, onSent }: { offer: Offer; onSent: (offer: Offer) => void }) => {
  const [saver] = useState(() => createOfferSaver(offer));
  const [media] = useState(() => createMediaList(uploadForOffer(offer._id), saver.store.getState().values.media));
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const kept = keepUntilUploaded(offer._id, media);
    void kept.restored.then(() => setIsReady(true));
    const stop = media.store.subscribe(() => saver.changeMedia(media.media()));
    return () => {
      kept.stop();
      stop();
      saver.stop();
      media.release();
    };
  }, [offer._id, media, saver]);
  const { values } = useStore(saver.store);
  const { items } = useStore(media.store);
  /** How often the seller tried to send. From the first time on the form says what is missing. */
  const [tries, setTries] = useState(0);
  const sending = useSendOffer({ offer, saver, media, isReady, onSent });
  const lacks = whatIsMissing(asChosen(values, items));
  const missing: Readonly<Record<string, string>> = tries > 0 ? byPath(lacks) : {};
  const isUploading = items.some(({ state }) => state === "uploading");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) showFirstError(form.current);
  }, [tries]);
  return (
    <form
      ref={form}
      noValidate
      aria-label="Offer"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setTries(tries + 1);
        if (lacks.length === 0) void sending.send();
      }}
    >
      <Panel title="The item">
        <ItemFields values={values} missing={missing} change={saver.change} />
      </Panel>
      <Panel title="Photos and a video">
        <p className="text-ink-soft">
          At least 10 photos and 1 video: from all sides, of every fault, and of the item in use. They are uploaded
          while you go on.
        </p>
        <MediaFields media={media} locked={sending.state === "sending"} />
        {isUploading && <ProgressBar label="Uploading" share={shareOfAll(items)} />}
        {missing.media && <Notice tone="error">{missing.media}</Notice>}
      </Panel>
      <Panel title="Receipt">
        <ReceiptField offerId={offer._id} receipt={values.receipt} onChange={(receipt) => saver.change({ receipt })} />
      </Panel>
      {Object.keys(missing).length > 0 && (
        <Notice tone="error" title="The offer is not complete">
          <ul>
            {Object.values(missing).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {sending.problem && <Notice tone="error">{sending.problem}</Notice>}
      <Sending state={sending.state} isUploading={isUploading} onCallOff={sending.callOff} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" pending={sending.state !== "idle"}>
          {offer.status === "draft" ? "Send offer" : "Done"}
        </Button>
        {/* What is missing stands above. */}
        {lacks.length === 0 || offer.status === "draft" ? <SaveLine saver={saver} /> : null}
      </div>
    </form>
  );
};

/** Goes to the first field that lacks something. */
const showFirstError = (form: HTMLFormElement | null): void => {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  first?.scrollIntoView({ block: "center" });
  first?.focus({ preventScroll: true });
};

interface SendingProps {
  state: SendState;
  isUploading: boolean;
  onCallOff: () => void;
}

const Sending = ({ state, isUploading, onCallOff }: SendingProps) => {
  if (state === "waiting") {
    return (
      <Notice
        tone="warning"
        title="No connection. We send it when you are back."
        action={
          <Button variant="ghost" size="sm" onClick={onCallOff}>
            Do not send yet
          </Button>
        }
      >
        Keep this page open, or come back to it later.
      </Notice>
    );
  }
  return state === "sending" && isUploading ? (
    <Notice>Your offer is sent as soon as all files are uploaded.</Notice>
  ) : null;
};

/** Several sentences about one field are one. */
const byPath = (issues: readonly { path: string; message: string }[]): Record<string, string> => {
  const sentences: Record<string, string> = {};
  for (const { path, message } of issues) sentences[path] = [sentences[path], message].filter(Boolean).join(" ");
  return sentences;
};

const SaveLine = ({ saver }: { saver: OfferSaver }) => {
  const { state, message } = useStore(saver.store);
  const words = {
    saved: "Saved",
    waiting: "Saving…",
    failed: "Not saved yet: no connection. It is kept on this phone and tried again.",
    refused: message,
  };
  return (
    <p role="status" className={state === "refused" ? "text-danger" : "text-ink-soft text-sm"}>
      {words[state]}
    </p>
  );
};
