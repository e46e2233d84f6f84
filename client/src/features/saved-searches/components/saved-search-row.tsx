// One saved search: its name leads to its lots. The owner can choose when to be notified, rename it, and delete it with
// an undo.
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { Link } from "#router";
import { messageOf } from "../../../lib/api.ts";
import { toast } from "../../../store/toast.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { changeSearch } from "../queries.ts";
import { wordsOf } from "../search-words.ts";
import { AlertSelect } from "./alert-select.tsx";
import { RenameSearch } from "./rename-search.tsx";

interface SavedSearchRowProps {
  search: SavedSearch;
  onChanged: (search: SavedSearch) => void;
  onDelete: () => void;
}

export const SavedSearchRow = ({ search, onChanged, onDelete }: SavedSearchRowProps) => {
  const choosing = useMutation({
    mutationFn: (alert: SavedSearch["alert"]) => changeSearch(search._id, { alert }),
    onSuccess: onChanged,
    onError: (error) => toast.error(messageOf(error, "Failed to change when you are told")),
  });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 rounded-box border border-line bg-surface p-4 md:grid-cols-[minmax(0,1fr)_15rem_auto] md:items-end">
      <div className="grid content-start gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/saved-searches/${search._id}`}
            className="inline-flex min-h-11 min-w-0 items-center font-semibold text-brand underline underline-offset-4 [overflow-wrap:anywhere] pointer-fine:min-h-8"
          >
            <bdi>{search.name}</bdi>
          </Link>
          {search.unseen > 0 && (
            <Badge tone="amber">{search.unseen === 1 ? "1 new lot" : `${search.unseen} new lots`}</Badge>
          )}
        </div>
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{wordsOf(search.query)}</p>
      </div>
      <div className="-mr-3 flex items-start md:order-last">
        <RenameSearch search={search} onChanged={onChanged} />
        <Button variant="ghost" className="px-3" aria-label={`Delete ${search.name}`} onClick={onDelete}>
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </div>
      <Field label="Tell me about new lots" className="max-md:col-span-2">
        <AlertSelect
          value={choosing.isPending ? choosing.variables : search.alert}
          disabled={choosing.isPending}
          onChoose={choosing.mutate}
        />
      </Field>
    </li>
  );
};
