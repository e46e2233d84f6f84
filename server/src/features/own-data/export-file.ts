// Makes the ZIP file with a person's own data: each part as JSON and as CSV, and a README. It is written while it is read,
// one part after the other, so that its size does not matter.
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Database } from "../../platform/database/database.ts";
import { csvLine, csvLines } from "../../platform/http/csv.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { Cell, Part } from "./export-part.ts";

export interface ExportFile {
  readonly database: Database;
  readonly userId: string;
  readonly parts: readonly Part[];
  readonly brandName: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The stream fails if the database does. */
export const exportFile = ({ database, userId, parts, brandName, now }: ExportFile): Readable => {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  const mtime = new Date(now);
  zip.on("error", (error: Error) => file.destroy(error));
  zip.addBuffer(Buffer.from(readme(parts, brandName, mtime)), "README.txt", { mtime });
  for (const part of parts) {
    const add = (name: string, lines: () => AsyncGenerator<string>) =>
      // The part is read when its turn comes, so that one query runs at a time.
      zip.addReadStreamLazy(name, { mtime }, (given) => {
        const stream = Readable.from(lines());
        stream.on("error", (error) => file.destroy(error));
        given(null, stream);
      });
    add(`${part.name}.json`, () => jsonOf(part, database, userId));
    add(`${part.name}.csv`, () => csvOf(part, database, userId));
  }
  zip.end();
  return file;
};

async function* jsonOf(part: Part, database: Database, userId: string): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for await (const rows of part.read(database, userId)) {
    const texts = rows.map((row) => JSON.stringify(row, null, 2));
    if (texts.length > 0) yield `${isFirst ? "\n" : ",\n"}${texts.join(",\n")}`;
    isFirst &&= texts.length === 0;
  }
  yield "\n]\n";
}

const csvOf = (part: Part, database: Database, userId: string): AsyncGenerator<string> =>
  csvLines(part.columns, part.read(database, userId), (row) =>
    csvLine(part.columns.map((column) => toCell(row[column] ?? null))),
  );

const toCell = (cell: Cell): string | number => {
  if (cell === null) return "";
  if (typeof cell === "number" || typeof cell === "string") return cell;
  return typeof cell === "boolean" ? (cell ? "yes" : "no") : JSON.stringify(cell);
};

const readme = (parts: readonly Part[], brandName: string, at: Date): string => {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 2;
  return [
    `Your data at ${brandName}`,
    `Written ${writtenLagosTime(at.toISOString())}.`,
    "",
    "Each part is here twice: as JSON for programs, and as CSV for spreadsheets.",
    "Times are in UTC. Amounts are in naira, unless a currency is named beside them.",
    "",
    ...parts.map(({ name, says }) => `${name.padEnd(width)}${says}`),
    "",
    "What is not here: data of other people, passwords and codes, which we cannot read or must not send,",
    "and internal notes of our team, which you can ask our team for.",
    "",
  ].join("\r\n");
};
