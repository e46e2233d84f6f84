// The choice of which column of a table is which, before the table is checked.
import { importColumnNames, importColumns, isRepeatable, requiredColumns } from "@jara/shared/import-columns";
import type { ChosenColumns, TablePreview } from "@jara/shared/rest/imports";

/** Whether a person must look at how the table was read; without that its heads say all. */
export const needsLook = ({ encoding, sheets, columns, isRemembered }: TablePreview): boolean =>
  isRemembered ||
  encoding === "windows-1252" ||
  sheets.length > 1 ||
  columns.some(({ head, column, samples }) => column === null && (head !== "" || samples.some(Boolean))) ||
  problemsOf(columns.map(({ column }) => column)).length > 0;

const list = new Intl.ListFormat("en", { type: "conjunction" });
const quoted = (names: readonly string[]): string => list.format(names.map((name) => `“${name}”`));

/** Says what is missing or chosen twice. */
export const problemsOf = (chosen: ChosenColumns): string[] => {
  const nameOf = (key: (typeof importColumnNames)[number]): string => importColumns[key].name;
  const missing = requiredColumns.filter((key) => !chosen.includes(key)).map(nameOf);
  const twice = importColumnNames
    .filter((key) => !isRepeatable(key) && chosen.filter((one) => one === key).length > 1)
    .map(nameOf);
  return [
    ...(missing.length > 0 ? [`No column is chosen for ${quoted(missing)}. Each lot needs it.`] : []),
    ...(twice.length > 0 ? [`Several columns are chosen for ${quoted(twice)}. Choose one.`] : []),
  ];
};
