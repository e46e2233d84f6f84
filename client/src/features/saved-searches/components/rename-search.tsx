// The button and the dialog that rename a saved search.
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { useMutation } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
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
  const submit = () => {
    setError(name.trim() === "" ? NO_NAME : null);
    if (name.trim() !== "") renaming.mutate();
  };
  return (
    <AskForm
      label="Rename this search"
      yes="Rename"
      of={renaming}
      failed="Failed to rename the search"
      onNo={onCancel}
      onYes={submit}
    >
      <NameField name={name} error={error} onChange={setName} />
    </AskForm>
  );
};
