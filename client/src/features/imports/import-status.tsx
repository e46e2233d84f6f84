// Shows the progress of an import and what can be done with it: make drafts, cancel, go on to a sale.
import type { Import } from "@jara/shared/rest/imports";
import { Link } from "#router";
import { messageOf } from "../../lib/api.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { drafts, progressOf, statusWords, toDo } from "./import-words.ts";
import { isAtWork, useImportStep } from "./queries.ts";

export const ImportStatus = ({ found }: { found: Import }) => {
  const { mutate, isPending, isError, error, variables } = useImportStep(found._id);
  const { status, counts, problem, unused } = found;
  const isOpen = isAtWork(found) || status === "checked";
  return (
    <Panel title={statusWords(found)}>
      {isAtWork(found) && <ProgressBar label={statusWords(found)} share={progressOf(found)} />}
      {isAtWork(found) && <p className="text-ink-soft">It continues if you leave this page.</p>}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {status === "applied" && (
        <Notice tone="success">
          The drafts are in Manage. They start at their own times, when somebody starts them, or with a sale.
        </Notice>
      )}
      {unused.columns.length > 0 && (
        <Notice tone="muted" title="Columns that are not used">
          <span className="break-words">{unused.columns.join(", ")}</span>
        </Notice>
      )}
      {unused.pictures.length > 0 && (
        <Notice tone="warning" title="Pictures that belong to no row">
          <span className="break-words">{unused.pictures.join(", ")}</span>
        </Notice>
      )}
      {isError && (
        <Notice tone="error">{messageOf(error, "We could not confirm that this was done. Please try again.")}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {status === "checked" && toDo(counts) > 0 && (
          <Button pending={isPending && variables === "apply"} disabled={isPending} onClick={() => mutate("apply")}>
            {counts.chosen > 0 ? `Make or update ${drafts(toDo(counts))}` : `Make ${drafts(counts.create)}`}
          </Button>
        )}
        {counts.made > 0 && !isAtWork(found) && (
          <>
            <Link to={`/admin/sales?import=${found._id}`} className={buttonClass("primary")}>
              Choose for a sale
            </Link>
            <Link to="/admin/auctions?status=draft" className={buttonClass("secondary")}>
              Drafts in Manage
            </Link>
          </>
        )}
        {isOpen && (
          <Button
            variant="secondary"
            pending={isPending && variables === "cancel"}
            disabled={isPending}
            onClick={() => mutate("cancel")}
          >
            Cancel import
          </Button>
        )}
      </div>
    </Panel>
  );
};
