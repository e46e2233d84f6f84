// The staff's notes about a user, and the form for another one. The user does not see them.

import { NOTE_MAX } from "@jara/shared/rest/user-page";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { May } from "../../../ui/may.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { PagedList } from "./paged-list.tsx";
import { userNotesQuery, writeNote } from "./queries.ts";

export const UserNotes = ({ userId }: { userId: string }) => {
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const notes = useQuery(userNotesQuery(userId, page));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => writeNote(userId, text),
    onSuccess: (_note, text) => {
      // A text that was typed while the note was saved stays.
      setTyped((now) => (now.trim() === text ? "" : now));
      setPage(1);
      void client.invalidateQueries({ queryKey: ["user-page", userId, "notes"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() && !isPending) mutate(typed.trim());
  };
  return (
    <>
      <May use="users:suspend">
        <form aria-label="Write a note" className="grid gap-2" onSubmit={submit}>
          <Field label="New note" hint="For staff only. It cannot be changed or removed.">
            <Textarea
              maxLength={NOTE_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="min-h-20"
            />
          </Field>
          {error && <Notice tone="error">Failed to save the note: {sentenceOf(error)}</Notice>}
          <Button type="submit" variant="secondary" size="sm" pending={isPending} className="justify-self-start">
            Save note
          </Button>
        </form>
      </May>
      <PagedList of="notes" query={notes} none="No notes yet." onPage={setPage}>
        {(data) => (
          <ol aria-label="Notes, newest first" className="divide-y divide-line text-sm">
            {data.notes.map(({ _id, text, author, createdAt }) => (
              <li key={_id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
                <p className="text-ink-soft">
                  {author.username}, <time dateTime={createdAt}>{lagosDateTime(createdAt)}</time>
                </p>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
};
