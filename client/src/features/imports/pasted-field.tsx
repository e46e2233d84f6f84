// The field for a table that was copied in a spreadsheet, a document or a web page.
import { type ClipboardEvent, useId } from "react";
import { Textarea } from "../../ui/field.tsx";
import { tableTextOf } from "./pasted-table.ts";

interface PastedTableProps {
  value: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
}

export const PastedTable = ({ value, isDisabled, onChange }: PastedTableProps) => {
  const id = useId();
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const table = tableTextOf(event.clipboardData.getData("text/html"));
    if (table === null) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onChange(value.slice(0, selectionStart) + table + value.slice(selectionEnd));
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold text-sm">
        Or paste a table
      </label>
      <Textarea
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onPaste={paste}
        disabled={isDisabled}
        rows={3}
        placeholder="Copy the cells of a spreadsheet with the header row, and paste them here"
      />
    </div>
  );
};
