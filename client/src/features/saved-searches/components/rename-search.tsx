// The button and the dialog that rename a saved search.
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { useMutation } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { changeSearch } from "../queries.ts";
import { NameField, NO_NAME } from "./name-field.tsx";

interface RenameSearchProps {
  search: SavedSearch;
  onChanged: (search: SavedSearch) => void;
}

export const RenameSearch = ({ search, onChanged }: RenameSearchProps) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="ghost" className="px-3" aria-label={`Rename ${search.name}`} onClick={() => setOpen(true)}>
        <PencilLine aria-hidden className="size-5" />
      </Button>
      <Dialog open={open} onClose={close} title="Rename this search">
        <RenameForm
          search={search}
          onCancel={close}
          onChanged={(changed) => {
            onChanged(changed);
            close();
          }}
        />
      </Dialog>
    </>
  );
};

const RenameForm = ({ search, onChanged, onCancel }: RenameSearchProps & { onCancel: () => void }) => {
  const [name, setName] = useState(search.name);
  const [error, setError] = useState<string | null>(null);
  const renaming = useMutation({
    mutationFn: () => changeSearch(search._id, { name: name.trim() }),
    onSuccess: onChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(name.trim() === "" ? NO_NAME : null);
    if (name.trim() !== "" && !renaming.isPending) renaming.mutate();
  };
  return (
    <form noValidate aria-label="Rename this search" className="grid gap-4" onSubmit={submit}>
      <NameField name={name} error={error} onChange={setName} />
      {renaming.error && <Notice tone="error">{messageOf(renaming.error, "Failed to rename the search")}</Notice>}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" disabled={renaming.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={renaming.isPending}>
          Rename
        </Button>
      </div>
    </form>
  );
};
