// The draft of a form whose session ended. It is kept in memory, with files and uploads, for the same person's next
// visit. Nobody else may see it.
import type { AuctionForm } from "./auction-form.ts";
import type { MediaList } from "./media-list.ts";

interface Draft {
  ownerId: string;
  form: AuctionForm;
  media: MediaList;
}

let kept: Draft | null = null;

export const keepDraft = (draft: Draft): void => {
  kept = draft;
};

/** Discards a draft of another person. */
export const takeDraft = (ownerId: string): Draft | null => {
  if (kept && kept.ownerId !== ownerId) {
    kept.media.release();
    kept = null;
  }
  return kept;
};

export const forgetDraft = (): void => {
  kept = null;
};
