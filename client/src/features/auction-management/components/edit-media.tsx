// The section of the edit dialog with the lot's pictures and videos. While the files are edited, the form takes its
// value from the list of files. A change by somebody else comes into the list through the form.
import { useEffect } from "react";
import { MediaFields } from "../../../lots/media/media-fields.tsx";
import type { MediaList } from "../../../lots/media/media-list.ts";
import { isSame } from "../edit-form.ts";
import type { EditedForm } from "../hooks/use-edit-form.ts";
import { Conflict } from "./edit-field.tsx";
import { Section } from "./section.tsx";

interface EditMediaProps {
  edited: EditedForm;
  media: MediaList;
  hasBids: boolean;
  locked: boolean;
}

export const EditMedia = ({ edited, media, hasBids, locked }: EditMediaProps) => {
  const { form, values } = edited;
  const error = form.formState.errors.media?.message;
  useEffect(
    () =>
      media.store.subscribe(() => {
        const now = media.media();
        if (!isSame("media", now, form.getValues("media"))) form.setValue("media", now);
      }),
    [form, media],
  );
  useEffect(() => {
    if (!isSame("media", values.media, media.media())) media.replace(values.media);
  }, [values.media, media]);
  return (
    <Section title="Media">
      <div inert={locked} className="grid gap-4 sm:col-span-2">
        {hasBids && (
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
        <Conflict edited={edited} name="media" label="Media" />
      </div>
    </Section>
  );
};
