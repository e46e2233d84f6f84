// Keeps the lot as a draft: waits for its files and its last save, and goes on only if both are stored. A lot in which
// nothing is missing becomes a draft of an auction, which Manage lists and a sale can take. One with a start time stays
// an unfinished lot, because it would open by itself.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { ApiError } from "../../../lib/api.ts";
import type { MediaList } from "../../../lots/media/media-list.ts";
import { allLotDrafts, finishLotDraft } from "../../../queries/lot-drafts.ts";
import { toast } from "../../../store/toast.ts";
import type { DraftSaver } from "../draft-saver.ts";

const never = new AbortController().signal;

/** The words of the toast. */
const finish = async (saver: DraftSaver, hasStart: boolean): Promise<string> => {
  const { id, revision } = saver.store.getState();
  if (hasStart) return "Saved as a draft. Publish it to schedule its start.";
  try {
    await finishLotDraft(id, revision, newCommandId());
    saver.stop();
    return "Saved as a draft";
  } catch (error) {
    const isUnfinished = error instanceof ApiError && error.code === "INVALID";
    return isUnfinished ? `Saved as a draft. ${error.message}` : "Saved as a draft";
  }
};

export const useKeepLot = (media: MediaList, saver: DraftSaver, hasStart: () => boolean) => {
  const client = useQueryClient();
  const [isKeeping, setIsKeeping] = useState(false);
  return {
    isKeeping,
    keep: (goOn: () => void): void => {
      setIsKeeping(true);
      void (async () => {
        // A failure stands at its file.
        const areUploaded = await media.uploadAll(never).then(
          () => true,
          () => false,
        );
        await saver.save();
        const isStored = areUploaded && !saver.isUnsaved();
        if (isStored && saver.store.getState().revision > 0) toast.success(await finish(saver, hasStart()));
        setIsKeeping(false);
        if (!isStored) return;
        void client.invalidateQueries(allLotDrafts);
        void client.invalidateQueries({ queryKey: ["my-auctions"] });
        goOn();
      })();
    },
  };
};
