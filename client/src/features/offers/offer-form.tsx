// The form of an offer, made for a phone: every change is saved, files are uploaded at once, and sending says what is
// missing.
import { type Condition, conditionLabels, conditions } from "@jara/shared/categories";
import { reportFields } from "@jara/shared/condition-fields";
import { whatIsMissing } from "@jara/shared/offer-complete";
import { categoriesThatWork, OFFER_AGE_MAX } from "@jara/shared/offer-limits";
import type { Offer } from "@jara/shared/rest/offers";
import { type FormEvent, useEffect, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../lib/api.ts";
import { MediaFields } from "../../lots/media/media-fields.tsx";
import { createMediaList, shareOfAll } from "../../lots/media/media-list.ts";
import { labelOfCategory, useCategories } from "../../store/categories.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { keepUntilUploaded } from "./keep-until-uploaded.ts";
import { createOfferSaver, type OfferSaver, type OfferValues, toContent } from "./offer-saver.ts";
import { submitOffer, uploadForOffer } from "./queries.ts";
import { ReceiptField } from "./receipt-field.tsx";

const DESCRIPTION_MAX = 1000;
const LINE_MAX = 100;

export const OfferForm = ({ offer, onSent }: { offer: Offer; onSent: (offer: Offer) => void }) => {
  const [saver] = useState(() => createOfferSaver(offer));
  const [media] = useState(() => createMediaList(uploadForOffer(offer._id), saver.store.getState().values.media));
  useEffect(() => {
    const stopKeeping = keepUntilUploaded(offer._id, media);
    const stop = media.store.subscribe(() => saver.changeMedia(media.media()));
    return () => {
      stopKeeping();
      stop();
      saver.stop();
      media.release();
    };
  }, [offer._id, media, saver]);
  const { values } = useStore(saver.store);
  const { items } = useStore(media.store);
  /** The form says what is missing from the first try to send on. A line goes once its field is filled in. */
  const [isTried, setIsTried] = useState(false);
  const missing: Readonly<Record<string, string>> = isTried ? byPath(whatIsMissing(toContent(values))) : {};
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isUploading = items.some(({ state }) => state === "uploading");

  const send = async () => {
    setProblem(null);
    setIsSending(true);
    try {
      await media.uploadAll(new AbortController().signal);
      saver.changeMedia(media.media());
      setIsTried(true);
      if (whatIsMissing(toContent(saver.store.getState().values)).length > 0) return;
      const revision = await saver.flush();
      onSent(offer.status === "draft" ? await submitOffer(offer._id, revision) : offer);
    } catch (error) {
      setProblem(messageOf(error, "Failed to send the offer"));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <form
      noValidate
      aria-label="Offer"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
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
        <MediaFields media={media} locked={isSending} />
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
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="lg" pending={isSending}>
          {offer.status === "draft" ? "Send offer" : "Done"}
        </Button>
        <SaveLine saver={saver} />
      </div>
    </form>
  );
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

interface ItemFieldsProps {
  values: OfferValues;
  missing: Readonly<Record<string, string>>;
  change: (changed: Partial<OfferValues>) => void;
}

const { choices } = reportFields.working;
type Working = keyof typeof choices;

const ItemFields = ({ values, missing, change }: ItemFieldsProps) => {
  const offered = useCategories().filter(({ isRetired }) => !isRetired);
  const mustWork = values.category !== null && categoriesThatWork.includes(values.category);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Name" hint="For example: Generator, Elepaq 5 kVA" error={missing.title} className="md:col-span-2">
        <Input
          dir="auto"
          maxLength={LINE_MAX}
          value={values.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <div className="md:col-span-2">
        <TextField
          dir="auto"
          label="Description"
          hint="What it is, what comes with it, and every fault."
          error={missing.description ?? null}
          max={DESCRIPTION_MAX}
          value={values.description}
          isLocked={false}
          onChange={(description) => change({ description })}
        />
      </div>
      <Choice
        label="Category"
        value={values.category ?? ""}
        options={[["", "Choose…"], ...offered.map(({ code }) => [code, labelOfCategory(code)] as const)]}
        onChoose={(category) => change({ category: category || null })}
      />
      <Field label="Age" hint="For example: 3 years, or bought in 2021" error={missing.age}>
        <Input
          dir="auto"
          maxLength={OFFER_AGE_MAX}
          value={values.age}
          onChange={({ target }) => change({ age: target.value })}
        />
      </Field>
      <div className="grid gap-1">
        <Choice<Condition | "">
          label="Condition"
          value={values.condition ?? ""}
          options={[["", "Choose…"], ...conditions.map((one) => [one, conditionLabels[one]] as const)]}
          onChoose={(condition) => change({ condition: condition || null })}
        />
        <Missing sentence={missing.condition} />
      </div>
      <div className="grid gap-1">
        <Choice<Working | "">
          label={mustWork ? "Does it work?" : "Does it work? (if it is a machine or a device)"}
          value={values.workingCondition ?? ""}
          options={[["", "Choose…"], ...(Object.entries(choices) as [Working, string][])]}
          onChoose={(workingCondition) => change({ workingCondition: workingCondition || null })}
        />
        <Missing sentence={missing.workingCondition} />
      </div>
      <Field label="Estimated retail value" error={missing.estimatedValue}>
        <AmountInput
          currency="NGN"
          typed={values.estimatedValue}
          onType={(estimatedValue) => change({ estimatedValue })}
        />
      </Field>
      <Field label="Where it is" hint="The town or the area. Optional.">
        <Input
          dir="auto"
          maxLength={LINE_MAX}
          value={values.location}
          onChange={({ target }) => change({ location: target.value })}
        />
      </Field>
    </div>
  );
};

const Missing = ({ sentence }: { sentence: string | undefined }) =>
  sentence ? (
    <p role="alert" className="font-medium text-danger text-sm">
      {sentence}
    </p>
  ) : null;
