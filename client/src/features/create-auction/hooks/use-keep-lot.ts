// Keeps the lot as a draft: waits for its files and its last save, and goes on only if both are stored.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MediaList } from "../../../lots/media/media-list.ts";
import { lotDraftsQuery } from "../../../queries/lot-drafts.ts";
import { toast } from "../../../store/toast.ts";
import type { DraftSaver } from "../draft-saver.ts";

const never = new AbortController().signal;

export const useKeepLot = (media: MediaList, saver: DraftSaver) => {
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
        setIsKeeping(false);
        if (!areUploaded || saver.isUnsaved()) return;
        if (saver.store.getState().revision > 0) toast.success("Saved as a draft");
        void client.invalidateQueries(lotDraftsQuery);
        goOn();
      })();
    },
  };
};
