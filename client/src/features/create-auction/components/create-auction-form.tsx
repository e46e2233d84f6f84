// The form of a new auction. It is locked while the files are uploaded and the auction is created. A refusal appears at
// its field, and nothing typed or uploaded is lost.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type FieldErrors, type UseFormSetError, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { useStore } from "zustand";
import { ApiError } from "../../../lib/api.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { type AuctionForm, FILL_IN, type FieldName, isFilledIn, MISSING, newAuctionForm } from "../auction-form.ts";
import { useCreateAuction } from "../hooks/use-create-auction.ts";
import { createMediaList, type MediaList, shareOfAll } from "../media-list.ts";
import { uploadFile } from "../queries.ts";
import { discardDraft, restoreDraft, saveDraft } from "../saved-draft.ts";
import { AuctionTiming } from "./auction-timing.tsx";
import { BasicInformation } from "./basic-information.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { MediaPanel } from "./media-panel.tsx";
import { Pricing } from "./pricing.tsx";
import { Summary } from "./summary.tsx";

export const CreateAuctionForm = ({ ownerId }: { ownerId: string }) => {
  const navigate = useNavigate();
  const [draft] = useState(() => restoreDraft(ownerId));
  const form = useForm<AuctionForm>({ defaultValues: draft?.form ?? newAuctionForm });
  const [media] = useState(() => draft?.media ?? createMediaList(uploadFile));

  /** True once the auction is created, or the user chose to leave. */
  const done = useRef(false);
  const { step, failure, submit, stop, clearFailure } = useCreateAuction(media, {
    onCreated: (auctionId) => {
      done.current = true;
      navigate(`/auction/${auctionId}`);
    },
    onRefused: (error) => showIssues(error, form.setError),
  });
  const busy = step !== "filling in";
  const isUnsaved = useKeptDraft(ownerId, form.getValues, media, done);

  return (
    <form
      noValidate
      aria-label="Create auction"
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        clearFailure();
        void form.handleSubmit(submit)(event);
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        {draft && <Notice>What you entered before your session ended is still here.</Notice>}
        <div inert={busy} className={busy ? "grid gap-4 opacity-60 md:gap-6" : "grid gap-4 md:gap-6"}>
          <BasicInformation form={form} />
          <Pricing form={form} />
          <AuctionTiming form={form} />
        </div>
        <div inert={busy}>
          <MediaPanel media={media} locked={busy} />
        </div>
        {failure && (
          <Notice tone="error" title={failure}>
            <NotUploaded media={media} />
          </Notice>
        )}
        <Mistakes errors={form.formState.errors} />
        {step === "uploading" && <UploadProgress media={media} onStop={stop} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="lg" pending={busy} className="flex-auto sm:flex-none">
            {step === "uploading" ? "Uploading…" : step === "creating" ? "Creating…" : "Create Auction"}
          </Button>
          <Button variant="secondary" size="lg" onClick={() => navigate("/")} className="flex-auto sm:flex-none">
            Cancel
          </Button>
        </div>
      </div>
      <aside className="hidden lg:sticky lg:top-20 lg:block">
        <Summary control={form.control} media={media} />
      </aside>
      <LeaveDialog
        isUnsaved={isUnsaved}
        uploading={step === "uploading"}
        onLeave={() => {
          done.current = true;
        }}
      />
    </form>
  );
};

/** Keeps the draft when the form unmounts with unsaved values. Returns a function that says whether there are any. */
const useKeptDraft = (
  ownerId: string,
  getValues: () => AuctionForm,
  media: MediaList,
  done: RefObject<boolean>,
): (() => boolean) => {
  const isUnsaved = useCallback(
    () => !done.current && (isFilledIn(getValues()) || media.store.getState().items.length > 0),
    [getValues, media, done],
  );
  // The form was unmounted without a question, because the session ended.
  useEffect(
    () => () => {
      if (isUnsaved()) saveDraft({ ownerId, form: structuredClone(getValues()), media });
      else {
        discardDraft();
        media.release();
      }
    },
    [isUnsaved, getValues, media, ownerId],
  );
  return isUnsaved;
};

const Mistakes = ({ errors }: { errors: FieldErrors<AuctionForm> }) => {
  const mistakes = Object.values(errors);
  if (mistakes.length === 0) return null;
  return (
    <Notice tone="error">
      {mistakes.some(({ type }) => type === MISSING) ? FILL_IN : "Please check what is marked above."}
    </Notice>
  );
};

const NotUploaded = ({ media }: { media: MediaList }) => {
  const failed = useStore(media.store).items.filter(({ state }) => state === "failed");
  if (failed.length === 0) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      Not uploaded: {failed.map(({ file }) => file.name).join(", ")}. Remove {failed.length === 1 ? "it" : "them"} or
      try again.
    </p>
  );
};

const UploadProgress = ({ media, onStop }: { media: MediaList; onStop: () => void }) => {
  const { items } = useStore(media.store);
  const share = shareOfAll(items);
  const done = items.filter(({ state }) => state === "uploaded").length;
  if (items.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-line bg-surface p-4">
      <div className="grid min-w-48 flex-1 gap-2">
        <p className="flex justify-between gap-4 text-sm">
          <span role="status" className="font-semibold">
            {done} of {items.length} files uploaded
          </span>
          <span aria-hidden className="tabular text-ink-soft">
            {Math.floor(share * 100)}%
          </span>
        </p>
        <ProgressBar label="Uploading all files" share={share} />
      </div>
      <Button variant="secondary" size="sm" onClick={onStop}>
        Stop uploading
      </Button>
    </div>
  );
};

/** Shows the server's messages at their fields and focuses the first of them. */
const showIssues = (error: unknown, setError: UseFormSetError<AuctionForm>): void => {
  if (!(error instanceof ApiError)) return;
  let shouldFocus = true;
  for (const { path, message } of error.body?.issues ?? []) {
    const name = path.split(".")[0] ?? "";
    if (!(name in newAuctionForm)) continue;
    setError(name as FieldName, { message: message.replace(/^./, (letter) => letter.toUpperCase()) }, { shouldFocus });
    shouldFocus = false;
  }
};
