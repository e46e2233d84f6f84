// The "Edit Auction" dialog for the auction named in the address. It sends only the changed fields, says which effects
// saving has at once, and asks before it discards typed values.
import type { Auction } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { serverNow } from "../../../connection/connection.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { LeaveQuestion } from "../../../lots/lot-form/leave-question.tsx";
import type { FieldName, LotForm } from "../../../lots/lot-form/lot-form.ts";
import { refusedFields } from "../../../lots/lot-form/refusals.ts";
import { createMediaList, UPLOAD_FAILED } from "../../../lots/media/media-list.ts";
import { uploadFile } from "../../../lots/media/upload-file.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useMay } from "../../../ui/may.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { editQuestion, makesContentVersion } from "../edit-effects.ts";
import { editedNames, seenBy, toBody } from "../edit-lot.ts";
import { useEditForm } from "../hooks/use-edit-form.ts";
import { useEditedAuction } from "../hooks/use-edited-auction.ts";
import { updateAuction } from "../queries.ts";
import { EditMedia } from "./edit-media.tsx";
import { BasicInformation, CategoriesAndCondition, Pricing, Timing } from "./edit-sections.tsx";
import { SaveDialog } from "./save-dialog.tsx";

interface EditDialogProps {
  auctionId: string;
  row: Auction | undefined;
  /** Values chosen elsewhere, for example a status that needs an end time. */
  typed: Partial<LotForm>;
  focus: FieldName | undefined;
  onSaved: (auction: Auction) => void;
  onClose: () => void;
}

const UPDATE_FAILED = "Failed to update auction";

export const EditDialog = ({ auctionId, row, onClose, ...props }: EditDialogProps) => {
  const { auction, isGone, error, retry } = useEditedAuction(auctionId, row);
  return (
    <Dialog
      open
      onClose={onClose}
      title={auction ? `Edit Auction: ${auction.title}` : "Edit Auction"}
      className="max-md:m-0 max-md:h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0 md:max-w-3xl"
    >
      {auction ? (
        <EditAuction auction={auction} onClose={onClose} onOutdated={retry} {...props} />
      ) : isGone ? (
        <Message onClose={onClose}>Auction not found</Message>
      ) : error ? (
        <Message onClose={onClose} onRetry={retry}>
          {messageOf(error, "Failed to load auction details")}
        </Message>
      ) : (
        <div className="grid gap-4">
          <p role="status" className="sr-only">
            Loading auction...
          </p>
          {["title", "description", "prices"].map((part) => (
            <Skeleton key={part} className="h-24" />
          ))}
        </div>
      )}
    </Dialog>
  );
};

const Message = ({
  onClose,
  onRetry,
  children,
}: {
  onClose: () => void;
  onRetry?: () => void;
  children: ReactNode;
}) => (
  <Notice
    tone="error"
    action={
      <Button variant="secondary" size="sm" onClick={onRetry ?? onClose}>
        {onRetry ? "Retry" : "Close"}
      </Button>
    }
  >
    {children}
  </Notice>
);

interface EditAuctionProps extends Omit<EditDialogProps, "auctionId" | "row"> {
  auction: Auction;
  /** Called if somebody else has changed a value of the form that this page does not show yet. */
  onOutdated: () => void;
}

const EditAuction = ({ auction, typed, focus, onSaved, onClose, onOutdated }: EditAuctionProps) => {
  const lot = useEditForm(auction, typed);
  const { form, edited, isDirty } = lot;
  const files = useEditedMedia(auction);
  const [asked, setAsked] = useState<UpdateAuctionBody | null>(null);
  const mayRun = useMay("auctions:run");
  const isUnsaved = isDirty || files.isMissing;
  const isSaved = useRef(false);
  // The values that the form showed when it was sent. What changes while the question is open is not among them.
  const seen = useRef<UpdateAuctionBody["seen"]>(undefined);
  const { mutate, isPending, error } = useSave(auction._id, form, {
    onOutdated,
    onSaved: (saved) => {
      isSaved.current = true;
      onSaved(saved);
    },
  });
  const send = (body: UpdateAuctionBody) => mutate({ ...body, seen: seen.current });

  useEffect(() => {
    const isHandy = window.matchMedia("(pointer: fine)").matches;
    const timer = setTimeout(() => (focus || isHandy) && form.setFocus(focus ?? "title"));
    return () => clearTimeout(timer);
  }, [focus, form]);

  const save = form.handleSubmit((values) => {
    const body = toBody(values, edited.current);
    if (Object.keys(body).length === 0) return onClose();
    seen.current = seenBy(auction, body);
    if (editQuestion(auction, body, serverNow())) setAsked(body);
    else send(body);
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || files.isWaiting) return;
    if (await files.uploaded()) await save();
  };

  return (
    <>
      <form noValidate aria-label="Edit auction" onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!mayRun && auction.bidCount > 0 && (
          <Notice tone="warning">
            People have bid on this lot, so only managers and administrators can change what it says.
          </Notice>
        )}
        <BasicInformation lot={lot} />
        <CategoriesAndCondition lot={lot} />
        <Pricing lot={lot} />
        <Timing lot={lot} />
        <EditMedia lot={lot} media={files.media} locked={isPending} />
        <div className="sticky bottom-0 -mx-4 -mb-4 grid gap-2 border-line border-t bg-surface px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
          {error && <Notice tone="error">{messageOf(error, UPDATE_FAILED)}</Notice>}
          {files.failure && <Notice tone="error">{files.failure}</Notice>}
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose} className="flex-auto sm:flex-none">
              Cancel
            </Button>
            <Button type="submit" pending={isPending || files.isWaiting} className="flex-auto sm:flex-none">
              {isPending ? "Updating..." : files.isWaiting ? "Uploading…" : "Update Auction"}
            </Button>
          </div>
        </div>
      </form>
      {asked && (
        <SaveDialog
          auction={auction}
          body={asked}
          asksReason={makesContentVersion(auction, asked)}
          onClose={() => setAsked(null)}
          onConfirm={send}
        />
      )}
      <LeaveQuestion
        title="Discard your changes?"
        yes="Discard"
        wouldLose={() => isUnsaved && !isSaved.current}
        isUnsaved={() => isUnsaved}
      >
        Your changes to this auction are not saved.
      </LeaveQuestion>
    </>
  );
};

/** The lot's files, and those that are added: uploaded when they are chosen, and at the latest before the edit is saved. */
const useEditedMedia = (auction: Auction) => {
  const [media] = useState(() => createMediaList(uploadFile, auction.media));
  const [isWaiting, setIsWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stopper = useRef<AbortController>(null);
  const { items } = useStore(media.store);
  useEffect(
    () => () => {
      stopper.current?.abort();
      media.release();
    },
    [media],
  );
  return {
    media,
    isMissing: items.some(({ state }) => state !== "uploaded"),
    isWaiting,
    failure,
    /** False if a file could not be uploaded. */
    uploaded: async (): Promise<boolean> => {
      stopper.current = new AbortController();
      setFailure(null);
      setIsWaiting(true);
      try {
        await media.uploadAll(stopper.current.signal);
        return true;
      } catch (error) {
        setFailure(messageOf(error, UPLOAD_FAILED));
        return false;
      } finally {
        setIsWaiting(false);
      }
    },
  };
};

/** Saves the changes. Shows a refusal at its fields and focuses the first of them. */
const useSave = (
  auctionId: string,
  form: ReturnType<typeof useEditForm>["form"],
  { onSaved, onOutdated }: { onSaved: (saved: Auction) => void; onOutdated: () => void },
) =>
  useMutation({
    mutationFn: (body: UpdateAuctionBody) => updateAuction(auctionId, body),
    onSuccess: (saved) => {
      toast.success(`Updated: ${saved.title}`);
      onSaved(saved);
    },
    onError: (refused) => {
      if (refused instanceof ApiError && refused.code === "VALUE_CHANGED") onOutdated();
      const fields = refusedFields(refused, editedNames);
      for (const [name, message] of fields) form.setError(name, { message });
      if (fields[0]) form.setFocus(fields[0][0]);
    },
  });
