// The section of the edit dialog with the lot's pictures and videos. While the files are edited, the form takes its
// value from the list of files. A change by somebody else comes into the list through the form.
import { useEffect } from "react";
import { Conflict } from "../../../lots/lot-form/fields.tsx";
import { isSame } from "../../../lots/lot-form/lot-form.ts";
import { MediaFields } from "../../../lots/media/media-fields.tsx";
import type { MediaList } from "../../../lots/media/media-list.ts";
import type { EditedForm } from "../hooks/use-edit-form.ts";
import { Section } from "./edit-sections.tsx";

interface EditMediaProps {
  lot: EditedForm;
  media: MediaList;
  locked: boolean;
}

export const EditMedia = ({ lot, media, locked }: EditMediaProps) => {
  const { form, edited } = lot;
  const error = form.formState.errors.media?.message;
  useEffect(() => {
    const stopFiles = media.store.subscribe(() => {
      const now = media.media();
      if (!isSame("media", now, form.getValues("media"))) form.setValue("media", now);
    });
    const values = form.watch(() => {
      const now = form.getValues("media");
      if (!isSame("media", now, media.media())) media.replace(now);
    });
    return () => {
      stopFiles();
      values.unsubscribe();
    };
  }, [form, media]);
  return (
    <Section title="Media">
      <div inert={locked} className="grid gap-4 sm:col-span-2">
        {edited.auction.bidCount > 0 && (
          <p className="text-sm">
            This lot has bids: everybody can see when its pictures changed, and the lot's page also shows the earlier
            pictures.
          </p>
        )}
        <MediaFields media={media} locked={locked} />
        {error && (
          <p role="alert" className="font-medium text-danger text-sm">
            {error}
          </p>
        )}
        <Conflict lot={lot} name="media" label="Media" />
      </div>
    </Section>
  );
};
