// The draft of a form whose session ended. It is saved in memory, with files and uploads, for the same person's next
// visit. Nobody else may see it.
import type { AuctionForm } from "./auction-form.ts";
import type { MediaList } from "./media-list.ts";

interface Draft {
  ownerId: string;
  form: AuctionForm;
  media: MediaList;
}

let saved: Draft | null = null;

export const saveDraft = (draft: Draft): void => {
  saved = draft;
};

/** Discards a draft of another person. */
export const restoreDraft = (ownerId: string): Draft | null => {
  if (saved && saved.ownerId !== ownerId) {
    saved.media.release();
    saved = null;
  }
  return saved;
};

export const discardDraft = (): void => {
  saved = null;
};
