// Shows the progress of an import and what can be done with it: make drafts, cancel, go on to a sale.
import type { Import } from "@jara/shared/rest/imports";
import { Link } from "#router";
import { messageOf } from "../../lib/api.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { drafts, progressOf, statusWords, toDo } from "./import-words.ts";
import { isAtWork, useImportChoice, useImportStep } from "./queries.ts";

export const ImportStatus = ({ found }: { found: Import }) => {
  const { mutate, isPending, isError, error, variables } = useImportStep(found._id);
  const { status, counts, problem, unused, sale } = found;
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
      {status === "checked" && counts.changed > 0 && counts.chosen === 0 && <Differing found={found} />}
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
            {sale && (
              <Link
                to={`/admin/sales/${sale._id}${counts.inNoSale > 0 ? `?import=${found._id}` : ""}`}
                className={buttonClass("primary")}
              >
                {counts.inNoSale > 0 ? `Add ${lotsWords(counts.inNoSale)} to “${sale.title}”` : `Open “${sale.title}”`}
              </Link>
            )}
            {counts.inNoSale > 0 && (
              <Link to={`/admin/sales?import=${found._id}`} className={buttonClass(sale ? "secondary" : "primary")}>
                {sale ? "Choose another sale" : "Choose for a sale"}
              </Link>
            )}
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

/** Rows that differ from the drafts that an earlier import made would otherwise be left alone unseen. */
const Differing = ({ found: { _id, counts } }: { found: Import }) => {
  const { mutate, isPending, error } = useImportChoice(_id);
  const count = counts.changed;
  return (
    <Notice
      tone="warning"
      title={count === 1 ? "1 row differs from its lot" : `${count.toLocaleString("en")} rows differ from their lots`}
      action={
        <>
          <Link to="?show=changed" replace preventScrollReset className={buttonClass("secondary", "sm")}>
            See how
          </Link>
          <Button
            variant="secondary"
            size="sm"
            pending={isPending}
            onClick={() => mutate({ choice: "update", verdict: "changed" })}
          >
            Update the drafts
          </Button>
        </>
      }
    >
      Lots of an earlier import are left alone unless you update their drafts.
      {error && <span className="block text-danger">{messageOf(error, "Failed to choose the rows")}</span>}
    </Notice>
  );
};
