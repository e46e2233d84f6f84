// The dialog that saves a search, with a name made from its filters.
import type { SearchAlert } from "@jara/shared/saved-search-limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "#router";
import { toast } from "../../../store/toast.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { refetchSavedSearches, saveSearch } from "../queries.ts";
import { nameOf, wordsOf } from "../search-words.ts";
import { AlertSelect } from "./alert-select.tsx";
import { NameField, NO_NAME } from "./name-field.tsx";

interface SaveSearchDialogProps {
  query: Readonly<Record<string, string>>;
  onClose: () => void;
}

export const SaveSearchDialog = ({ query, onClose }: SaveSearchDialogProps) => (
  <Dialog open onClose={onClose} title="Save this search" sheet>
    <SaveSearchForm query={query} onDone={onClose} />
  </Dialog>
);

const SaveSearchForm = ({ query, onDone }: { query: SaveSearchDialogProps["query"]; onDone: () => void }) => {
  const [name, setName] = useState(() => nameOf(query));
  const [alert, setAlert] = useState<SearchAlert>("now");
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => saveSearch({ name: name.trim(), query, alert }),
    onSuccess: (saved) => {
      void refetchSavedSearches(client);
      toast.success("Search saved", {
        description: saved.name,
        action: { label: "See saved searches", onClick: () => void navigate("/saved-searches") },
      });
      onDone();
    },
  });
  const submit = () => {
    setError(name.trim() === "" ? NO_NAME : null);
    if (name.trim() !== "") saving.mutate();
  };
  return (
    <AskForm
      label="Save this search"
      yes="Save"
      of={saving}
      failed="Failed to save the search"
      onNo={onDone}
      onYes={submit}
    >
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{wordsOf(query)}</p>
      <NameField name={name} error={error} onChange={setName} />
      <Field label="Tell me about new lots">
        <AlertSelect value={alert} onChoose={setAlert} />
      </Field>
    </AskForm>
  );
};
