// What was entered when the session ended under the form: kept in memory for the same person's next visit, files and
// uploads too. Anybody else does not see it.
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

/** Another person's is thrown away. */
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
