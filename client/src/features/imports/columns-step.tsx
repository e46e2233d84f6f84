// Shows how a table was read, and lets a person choose which of its columns is which.
import { type ImportColumnName, importColumnNames, importColumns } from "@jara/shared/import-columns";
import type { ChosenColumns, TablePreview } from "@jara/shared/rest/imports";
import { useState } from "react";
import { lotsWords } from "../../lots/lots-words.ts";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/check.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { problemsOf } from "./column-choice.ts";

interface ColumnsStepProps {
  table: TablePreview;
  isSending: boolean;
  onSheet: (sheet: string) => void;
  onDone: (columns: ChosenColumns) => void;
  onBack: () => void;
}

export const ColumnsStep = ({ table, isSending, onSheet, onDone, onBack }: ColumnsStepProps) => {
  const [chosen, setChosen] = useState<ChosenColumns>(() => table.columns.map(({ column }) => column));
  const [isRight, setIsRight] = useState(false);
  const isGuessed = table.encoding === "windows-1252";
  const problems = problemsOf(chosen);
  const choose = (place: number, column: ImportColumnName | null) =>
    setChosen((before) => before.map((one, at) => (at === place ? column : one)));
  return (
    <section aria-label="Columns" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        {lotsWords(table.rows)}; row {table.headRow} names the columns.{" "}
        {table.isRemembered ? "The columns are chosen as for your last table with the same ones." : ""}
      </p>
      {table.sheets.length > 1 && (
        <Field label="Sheet" className="max-w-sm">
          <Select value={table.sheet ?? ""} onChange={({ target }) => onSheet(target.value)}>
            {table.sheets.map((sheet) => (
              <option key={sheet}>{sheet}</option>
            ))}
          </Select>
        </Field>
      )}
      {isGuessed && (
        <Notice tone="warning" title="We read this as Windows text. Is this right?">
          <p dir="auto" className="break-words">
            {table.encodingSamples.join(" · ")}
          </p>
          <Check label="Yes, these words are right" checked={isRight} onChange={setIsRight} />
          <p>If they are not, choose the Excel workbook (.xlsx) itself, or save it as “CSV UTF-8”.</p>
        </Notice>
      )}
      <ul className="divide-y divide-line rounded-box border border-line">
        {table.columns.map(({ head, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={place} className="grid gap-2 p-3 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
            <div className="min-w-0">
              <p dir="auto" className="break-words font-semibold">
                {head || `Column ${place + 1}`}
              </p>
              <p dir="auto" className="truncate text-ink-soft text-sm">
                {samples.filter(Boolean).join(" · ") || "Empty in the first rows"}
              </p>
            </div>
            <Select
              aria-label={`The column ${head || place + 1} is`}
              value={chosen[place] ?? ""}
              onChange={({ target }) => choose(place, (target.value || null) as ImportColumnName | null)}
            >
              <option value="">Not used</option>
              {importColumnNames.map((name) => (
                <option key={name} value={name}>
                  {importColumns[name].name}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      {problems.map((problem) => (
        <Notice key={problem} tone="error">
          {problem}
        </Notice>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={problems.length > 0 || (isGuessed && !isRight)}
          pending={isSending}
          onClick={() => onDone(chosen)}
        >
          Check the lots
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onBack}>
          Choose other files
        </Button>
      </div>
    </section>
  );
};
