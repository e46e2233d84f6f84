// Makes the first values of the form of a new auction, and sends each change of the form and its files to the saver.
import type { Media } from "@jara/shared/auction";
import type { HouseRules } from "@jara/shared/house-rules";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { newCommandId } from "../../../connection/command-id.ts";
import { incrementKindOf } from "../../../lots/increments/increment-kind.ts";
import { isFilledIn, type LotForm, newLotForm } from "../../../lots/lot-form/lot-form.ts";
import type { MediaList } from "../../../lots/media/media-list.ts";
import { toSoftCloseForm } from "../../../lots/soft-close-input.ts";
import { saveLotDraft } from "../../../queries/lot-drafts.ts";
import { contentOf, formOf, type NextLot } from "../draft-content.ts";
import { createDraftSaver, type DraftSaver } from "../draft-saver.ts";
import { type KeptContent, keptContent } from "../kept-content.ts";

/** The form's first values. */
export interface DraftStart {
  id: string;
  /** 0: nothing is stored yet. */
  revision: number;
  savedAt: string | null;
  form: LotForm;
  media: Media[];
  /** True if this was typed before and is not stored. */
  isUnsaved: boolean;
}

/** `house`: the site's rules for new lots; undefined if they are not known. */
export const emptyStart = (next?: NextLot, house?: HouseRules): DraftStart => ({
  id: newCommandId(),
  revision: 0,
  savedAt: null,
  media: [],
  isUnsaved: false,
  form: { ...newLotForm, ...(house && formRulesOf(house)), ...next },
});

/** The rules of a new lot as the form has them. */
export const formRulesOf = ({ incrementTable, softClose }: HouseRules) => ({
  incrementKind: incrementKindOf(incrementTable),
  ...toSoftCloseForm(softClose),
});

export const keptStart = ({ id, revision, content }: KeptContent): DraftStart => ({
  id,
  revision,
  savedAt: null,
  form: formOf(content),
  media: content.media,
  isUnsaved: true,
});

export const useDraft = (
  ownerId: string,
  start: DraftStart,
  form: UseFormReturn<LotForm>,
  media: MediaList,
): DraftSaver => {
  const [saver] = useState(() =>
    createDraftSaver({
      id: start.id,
      revision: start.revision,
      savedAt: start.savedAt,
      send: saveLotDraft,
      keep: (kept) => keptContent.keep(ownerId, kept),
    }),
  );

  useEffect(() => {
    const { getValues } = form;
    const content = () => contentOf(getValues(), media.media());
    const changed = () => {
      const isUntouched = saver.store.getState().state === "new" && !isFilledIn(getValues(), start.form);
      if (!isUntouched || media.media().length > 0) saver.change(content());
    };
    if (start.revision > 0 && !start.isUnsaved) saver.change(content(), true);
    else if (start.isUnsaved) saver.change(content());
    saver.open();
    const fields = form.watch(changed);
    const stopFiles = media.store.subscribe(changed);
    return () => {
      fields.unsubscribe();
      stopFiles();
      saver.leave();
    };
  }, [form, media, saver, start]);

  useEffect(() => {
    // A phone may close a page that is hidden without another event.
    const saveNow = () => {
      const { state } = saver.store.getState();
      const isPaused = state === "changed" || state === "gone" || state === "refused";
      if (saver.isUnsaved() && !isPaused) void saver.save();
    };
    document.addEventListener("visibilitychange", saveNow);
    window.addEventListener("online", saveNow);
    return () => {
      document.removeEventListener("visibilitychange", saveNow);
      window.removeEventListener("online", saveNow);
    };
  }, [saver]);
  return saver;
};
