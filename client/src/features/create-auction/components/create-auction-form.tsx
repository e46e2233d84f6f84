// The form of a new auction. What is typed is saved as a lot draft, and files are uploaded when they are chosen. The
// form is locked while the last files are uploaded and the auction is created. A refusal appears at its field, and
// nothing typed or uploaded is lost.
import type { Auction } from "@jara/shared/auction";
import { FILL_IN } from "@jara/shared/form-sentences";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldErrors, type UseFormSetError, useForm } from "react-hook-form";
import { useStore } from "zustand";
import { type BlockerFunction, useNavigate, useNavigation } from "#router";
import { LeaveQuestion } from "../../../lots/lot-form/leave-question.tsx";
import { type FieldName, type LotForm, newLotForm } from "../../../lots/lot-form/lot-form.ts";
import { refusedFields } from "../../../lots/lot-form/refusals.ts";
import { MISSING } from "../../../lots/lot-form/rules.ts";
import { MediaFields } from "../../../lots/media/media-fields.tsx";
import { createMediaList, type MediaList, shareOfAll } from "../../../lots/media/media-list.ts";
import { uploadFile } from "../../../lots/media/upload-file.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { type NextLot, nextLotOf } from "../draft-content.ts";
import type { DraftSaver } from "../draft-saver.ts";
import { useCreateAuction } from "../hooks/use-create-auction.ts";
import { type DraftStart, useDraft } from "../hooks/use-draft.ts";
import { useKeepLot } from "../hooks/use-keep-lot.ts";
import { FormActions } from "./form-actions.tsx";
import { HouseNote } from "./house-note.tsx";
import { AuctionTiming, BasicInformation, Pricing } from "./new-lot-sections.tsx";
import { type LotPreview, type LotToReview, ReviewDialog } from "./review-dialog.tsx";
import { Summary } from "./summary.tsx";

interface CreateAuctionFormProps {
  seller: Auction["seller"];
  start: DraftStart;
  preview: LotPreview;
  /** Called when the draft is stored for the first time, under this id. */
  onStored: (id: string) => void;
  /** Shows an empty form that keeps this. */
  onNext: (next: NextLot) => void;
  /** Shows the draft as it is stored now. */
  onReload: () => void;
  children?: ReactNode;
}

const { status: _status, media: _media, ...shown } = newLotForm;
const fieldNames = Object.keys(shown) as FieldName[];

/** Shows the server's messages at their fields and focuses the first of them. */
const showRefusal = (error: unknown, setError: UseFormSetError<LotForm>): void =>
  refusedFields(error, fieldNames).forEach(([name, message], n) => {
    setError(name, { message }, { shouldFocus: n === 0 });
  });

export const CreateAuctionForm = ({ seller, start, preview, children, ...props }: CreateAuctionFormProps) => {
  const { onStored, onNext, onReload } = props;
  const navigate = useNavigate();
  const form = useForm<LotForm>({ defaultValues: start.form });
  const [media] = useState(() => createMediaList(uploadFile, start.media));
  useEffect(() => () => media.release(), [media]);
  const saver = useDraft(seller._id, start, form, media);
  const [isAskedToLeave, setIsAskedToLeave] = useState(false);
  // Another address would take the question away before it is answered, or call off the way to another page.
  const isStaying = useNavigation().state === "idle" && !isAskedToLeave;
  useStoredId(saver, start, isStaying ? onStored : null);
  const [review, setReview] = useState<LotToReview | null>(null);
  /** Whether the form goes on to the next lot once this one is published. */
  const goesOn = useRef(false);
  const creating = useCreateAuction(media, saver, {
    onCreated: ({ _id, title }) => {
      if (!goesOn.current) return navigate(`/auction/${_id}`);
      toast.success(`Published: ${title}`);
      onNext(nextLotOf(form.getValues()));
    },
    onRefused: (error) => {
      setReview(null);
      showRefusal(error, form.setError);
    },
  });
  const { step } = creating;
  const keeping = useKeepLot(media, saver, () => form.getValues("startTime") !== "");
  const leaving = useLeaving(saver, media, step === "uploading");
  const busy = step !== "filling in" || keeping.isKeeping;
  const lookItOver = async (values: LotForm): Promise<void> => {
    const uploaded = await creating.prepare();
    if (uploaded) setReview({ form: values, media: uploaded });
  };

  return (
    <form
      noValidate
      aria-label="Create auction"
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        creating.clearFailure();
        goesOn.current = false;
        void form.handleSubmit(creating.create)(event);
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        {children}
        {start.isUnsaved && <Notice>What you entered before is still here.</Notice>}
        <div inert={busy} className={busy ? "grid gap-4 opacity-60 md:gap-6" : "grid gap-4 md:gap-6"}>
          <BasicInformation lot={{ form }} />
          <Pricing lot={{ form }} />
          <AuctionTiming lot={{ form }} />
        </div>
        <div inert={busy}>
          <Panel title="Media">
            <MediaFields media={media} locked={busy} />
          </Panel>
        </div>
        {creating.failure && (
          <Notice tone="error" title={creating.failure}>
            <NotUploaded media={media} />
          </Notice>
        )}
        <HouseNote control={form.control} />
        <Mistakes errors={form.formState.errors} />
        {step === "uploading" && <UploadProgress media={media} onStop={creating.stop} />}
        <FormActions
          saver={saver}
          step={step}
          busy={busy}
          onReload={onReload}
          onReview={() => {
            creating.clearFailure();
            void form.handleSubmit(lookItOver)();
          }}
          onKeep={() => keeping.keep(() => navigate("/my-auctions"))}
          onKeepAndNext={() => keeping.keep(() => onNext(nextLotOf(form.getValues())))}
          onCancel={() => navigate("/")}
        />
      </div>
      <aside className="hidden lg:sticky lg:top-20 lg:block">
        <Summary control={form.control} media={media} />
      </aside>
      <LeaveQuestion {...leaving} onAsk={setIsAskedToLeave} />
      <ReviewDialog
        lot={review}
        media={media}
        seller={seller}
        preview={preview}
        isPublishing={step === "creating"}
        onPublish={(lot, andNext) => {
          goesOn.current = andNext;
          void creating.publish(lot.form, lot.media);
        }}
        onClose={() => setReview(null)}
      />
    </form>
  );
};

const useStoredId = (saver: DraftSaver, start: DraftStart, onStored: ((id: string) => void) | null): void => {
  const storedId = useStore(saver.store, ({ id, revision }) => (revision > 0 ? id : null));
  const known = useRef(start.revision > 0 ? start.id : null);
  useEffect(() => {
    if (storedId === null || storedId === known.current || !onStored) return;
    known.current = storedId;
    onStored(storedId);
  }, [storedId, onStored]);
};

/** Says what the user loses by leaving the form. */
const useLeaving = (saver: DraftSaver, media: MediaList, isUploading: boolean) => {
  const [isDiscarded, setIsDiscarded] = useState(false);
  const isMissing = () => media.store.getState().items.some(({ state }) => state !== "uploaded");
  return {
    title: "Leave without creating the auction?",
    yes: "Leave",
    children: isUploading ? "The upload stops, and what is not saved yet is lost." : "What is not saved yet is lost.",
    // A save that is under way goes on without the form; one that fails does not.
    wouldLose: ({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) => {
      const { state } = saver.store.getState();
      if (isDiscarded || currentLocation.pathname === nextLocation.pathname) return false;
      return isMissing() || (saver.isUnsaved() && state !== "waiting" && state !== "saving");
    },
    isUnsaved: () => !isDiscarded && (saver.isUnsaved() || isMissing()),
    onLeave: () => setIsDiscarded(true),
  };
};

const Mistakes = ({ errors }: { errors: FieldErrors<LotForm> }) => {
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
      Not uploaded: {failed.map(({ name }) => name).join(", ")}. Remove {failed.length === 1 ? "it" : "them"} or try
      again.
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
