// The rows of an import with the verdict on each, by tabs, one page at a time.
import type { Import, ImportChoiceBody, ImportRow, ImportVerdict } from "@jara/shared/rest/imports";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "#router";
import { pageIn } from "../../lib/address-filters.ts";
import { messageOf } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { LoadedPage } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { pricesWords, rulesWords, verdictWords } from "./import-words.ts";
import { importQuery, useImportChoice } from "./queries.ts";

/** The chosen verdict and page, from the address. */
export const useRowsAddress = () => {
  const [params] = useSearchParams();
  const given = params.get("show");
  const verdict = given !== null && given in verdictWords ? (given as ImportVerdict) : null;
  const page = pageIn(params);
  return { verdict, page };
};

export const ImportRows = ({ found }: { found: Import }) => {
  const { verdict, page } = useRowsAddress();
  const query = useQuery(importQuery(found._id, verdict, page));
  const { mutate, isPending, error: choiceError } = useImportChoice(found._id);
  const { counts } = found;
  const addressOf = (show: ImportVerdict | null, to = 1) =>
    `?${new URLSearchParams({ ...(show && { show }), ...(to > 1 && { page: String(to) }) })}`;
  const tabs = [
    [null, "All", counts.rows],
    ["refused", verdictWords.refused, counts.refused],
    ["create", verdictWords.create, counts.create],
    ["changed", verdictWords.changed, counts.changed],
    ["unchanged", verdictWords.unchanged, counts.unchanged],
  ] as const;
  return (
    <section aria-label="Rows" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <nav aria-label="Verdicts" className="flex flex-wrap gap-1">
        {tabs
          .filter(([key, , count]) => key === null || key === verdict || count > 0)
          .map(([key, label, count]) => (
            <Link
              key={label}
              to={addressOf(key)}
              replace
              preventScrollReset
              aria-current={key === verdict ? "true" : undefined}
              className={cx(
                "flex min-h-11 items-center rounded-box border px-3 font-semibold text-sm",
                key === verdict ? "border-line-strong bg-surface" : "border-transparent bg-sunken text-ink-soft",
              )}
            >
              {label} ({count.toLocaleString("en")})
            </Link>
          ))}
      </nav>
      {found.status === "checked" && (verdict === "changed" || verdict === "unchanged") && (
        <div className="flex flex-wrap gap-2">
          {verdict === "changed" && (
            <Button
              variant="secondary"
              size="sm"
              disabled={isPending}
              onClick={() => mutate({ choice: "update", verdict })}
            >
              Update all drafts that differ
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            disabled={isPending}
            onClick={() => mutate({ choice: "another", verdict })}
          >
            Make another lot of each
          </Button>
          {counts.chosen > 0 && (
            <Button
              variant="secondary"
              size="sm"
              disabled={isPending}
              onClick={() => mutate({ choice: "leave", verdict })}
            >
              Leave all alone
            </Button>
          )}
        </div>
      )}
      {choiceError && <Notice tone="error">{messageOf(choiceError, "Failed to choose the rows")}</Notice>}
      <LoadedPage
        query={query}
        failed={(error) => messageOf(error, "Failed to load the rows")}
        loading={<Skeleton className="h-64" />}
        pager={(pagination) => <Pager pagination={pagination} addressOf={(to) => addressOf(verdict, to)} />}
      >
        {({ rows }) => (
          <ul className="divide-y divide-line rounded-box border border-line bg-surface">
            {rows.map((row) => (
              <Row
                key={row.row}
                row={row}
                onChoose={found.status === "checked" ? (choice) => mutate({ ...choice, rows: [row.row] }) : null}
              />
            ))}
            {rows.length === 0 && <li className="p-4 text-ink-soft">There are no such rows.</li>}
          </ul>
        )}
      </LoadedPage>
    </section>
  );
};

const marks: Record<ImportVerdict, string> = {
  create: "text-brand",
  unchanged: "text-ink-soft",
  changed: "text-amber",
  refused: "text-danger",
};

interface RowProps {
  row: ImportRow;
  /** Null once nothing can be chosen any more. */
  onChoose: ((choice: Omit<ImportChoiceBody, "rows">) => void) | null;
}

const choiceWords = { update: "Its draft is updated", another: "Becomes another lot" } as const;

/** The ways on for a row that is a lot already. */
const Choices = ({ row, onChoose }: RowProps) => {
  const { verdict, choice, lotStatus } = row;
  if (verdict !== "changed" && verdict !== "unchanged") return null;
  if (!onChoose) return choice && <p className="text-ink-soft text-sm">{choiceWords[choice]}.</p>;
  const name = row.title || `row ${row.row}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {choice && <span className="font-semibold">{choiceWords[choice]}.</span>}
      {verdict === "changed" && lotStatus === "draft" && choice !== "update" && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Update the draft of ${name}`}
          onClick={() => onChoose({ choice: "update", verdict })}
        >
          Update the draft
        </Button>
      )}
      {choice !== "another" && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Make another lot of ${name}`}
          onClick={() => onChoose({ choice: "another", verdict })}
        >
          Make another lot
        </Button>
      )}
      {choice && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Leave ${name} alone`}
          onClick={() => onChoose({ choice: "leave", verdict })}
        >
          Leave it alone
        </Button>
      )}
    </div>
  );
};

const Row = ({ row: given, onChoose }: RowProps) => {
  const { row, lotNumber, title, verdict, choice, problems, pictures, auctionId, prices, rules } = given;
  return (
    <li className="grid gap-x-4 gap-y-1 p-3 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:px-4">
      <p className="tabular text-ink-soft text-sm">Row {row}</p>
      <div className="min-w-0">
        <p dir="auto" className="break-words font-semibold">
          {lotNumber && <span className="tabular mr-2 text-ink-soft">{lotNumber}</span>}
          {title || "Without a title"}
        </p>
        {problems.map(({ column, message }) => (
          <p key={`${column} ${message}`} className={cx("break-words text-sm", marks[verdict])}>
            <span className="font-semibold">{column}:</span> {message}
          </p>
        ))}
        {prices && rules && <p className="tabular text-sm">{pricesWords(prices, rules.currency)}</p>}
        <Choices row={given} onChoose={onChoose} />
        {rules && (verdict === "create" || choice === "another") && (
          <p className="text-ink-soft text-sm">{rulesWords(rules)}</p>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm sm:justify-end">
        <span className={cx("font-semibold", marks[verdict])}>{verdictWords[verdict]}</span>
        {(pictures > 0 || verdict === "create") && (
          <span className="text-ink-soft">
            {pictures === 0 ? "No picture" : pictures === 1 ? "1 picture" : `${pictures} pictures`}
          </span>
        )}
        {auctionId && (
          <Link to={`/auction/${auctionId}`} className="font-semibold text-brand underline">
            Open the lot
          </Link>
        )}
      </p>
    </li>
  );
};
