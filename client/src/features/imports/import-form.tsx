// Chooses a table and pictures, or takes a pasted table, asks which column is which where the table does not say it, and
// sends all to be checked.
import type { ChosenColumns, TablePreview } from "@jara/shared/rest/imports";
import { type FileWithPath, fromEvent } from "file-selector";
import { Download } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { useNavigate } from "#router";
import { messageOf } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { DropArea } from "../../ui/drop-area.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { needsLook } from "./column-choice.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { templateOf } from "./import-words.ts";
import { PastedTable } from "./pasted-field.tsx";
import { type Chosen, isZip, previewTable, sendImport, type TableSaid } from "./queries.ts";

const isTable = ({ name }: File): boolean => /\.(csv|tsv|txt|xlsx|ods)$/i.test(name);
const isOtherWorkbook = ({ name }: File): boolean => /\.(xls|xlsm|xlsb|numbers)$/i.test(name);

/** Says what is wrong with files that were chosen together; null if nothing is. */
const problemOf = (added: readonly File[]): string | null => {
  if (added.some(isOtherWorkbook))
    return "Save it as “Excel workbook (.xlsx)” or as “CSV UTF-8”, and choose that file.";
  if (added.filter(isTable).length > 1) return "These are several tables. Choose one of them.";
  return null;
};

/**
 * Says why these files cannot be sent together; null if they can. An import takes one ZIP, into which pictures are
 * packed.
 */
const whyNotTogether = (pictures: readonly File[]): string | null => {
  if (pictures.length <= 1 || !pictures.some(isZip)) return null;
  return pictures.every(isZip)
    ? "An import takes one ZIP file. Choose one of them, or put all pictures into one ZIP file."
    : "A ZIP file and other files cannot be sent together. Choose the ZIP file alone, or pictures without it.";
};

interface Previewed {
  readonly chosen: Chosen;
  readonly table: TablePreview;
}

const useSending = () => {
  const navigate = useNavigate();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    setShare(0);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error, "Nothing was imported. Please try again."));
    }
    setShare(null);
  };
  const sendAll = async (chosen: Chosen, said: TableSaid) => {
    const { import: made } = await sendImport(chosen, said, setShare);
    void navigate(`/admin/imports/${made._id}`);
  };
  /** Asks which column is which, if the table does not say it. */
  const send = (chosen: Chosen) =>
    attempt(async () => {
      const table = chosen.table && (await previewTable(chosen.table, undefined));
      if (table && needsLook(table)) setPreviewed({ chosen, table });
      else await sendAll(chosen, {});
    });
  const sendAs = ({ chosen, table }: Previewed, columns: ChosenColumns) =>
    attempt(() => sendAll(chosen, { columns, sheet: table.sheet ?? undefined, encoding: table.encoding ?? undefined }));
  const showSheet = ({ chosen }: Previewed, sheet: string) =>
    attempt(async () => {
      if (chosen.table) setPreviewed({ chosen, table: await previewTable(chosen.table, sheet) });
    });
  const back = () => {
    setProblem(null);
    setPreviewed(null);
  };
  return { share, problem, setProblem, previewed, send, sendAs, showSheet, back };
};

export const ImportForm = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [pasted, setPasted] = useState("");
  const { share, problem, setProblem, previewed, send, sendAs, showSheet, back } = useSending();
  const add = (added: readonly File[]) => {
    setProblem(problemOf(added));
    const found = added.filter(isTable);
    const tables = found.length === 1 ? found : [];
    const pictures = added.filter((file) => !isTable(file) && !isOtherWorkbook(file));
    setFiles((before) => [
      ...(tables.length > 0 ? tables : before.filter(isTable)),
      ...(pictures.length > 0 ? pictures : before.filter((file) => !isTable(file))),
    ]);
  };
  const [table = null] = files.filter(isTable);
  const pictures = files.filter((file) => !isTable(file));
  const text = pasted.trim() ? new File([pasted], "pasted table.csv", { type: "text/csv" }) : null;
  const clash = whyNotTogether(pictures);
  const isReady = clash === null && (table !== null || text !== null || pictures.some(isZip));
  return (
    <Panel title={previewed ? "Which column is which" : "New import"} action={<TemplateButton />}>
      {previewed ? (
        <ColumnsStep
          key={previewed.table.sheet}
          table={previewed.table}
          isSending={share !== null}
          onSheet={(sheet) => void showSheet(previewed, sheet)}
          onDone={(columns) => void sendAs(previewed, columns)}
          onBack={back}
        />
      ) : (
        <>
          <p className="text-ink-soft">
            The table is checked first. No lot is created before you confirm, and the same table never creates a lot
            twice.
          </p>
          <ImportFiles onFiles={add} />
          <ChosenFiles table={table} pictures={pictures} onRemove={() => setFiles([])} />
          <PastedTable value={pasted} isDisabled={table !== null} onChange={setPasted} />
          {clash !== null && <Notice tone="error">{clash}</Notice>}
          <Button
            disabled={!isReady}
            pending={share !== null}
            className="justify-self-start"
            onClick={() => void send({ table: table ?? text, pictures })}
          >
            Check the table
          </Button>
        </>
      )}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {share !== null && <ProgressBar label="Sending" share={share} />}
    </Panel>
  );
};

const ImportFiles = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <DropArea
    onDrop={(event) => void filesIn(event).then(onFiles)}
    className="grid gap-4 border p-4 sm:grid-cols-2"
    idle="border-line-strong bg-sunken"
  >
    <FileField label="Table (CSV or Excel)" accept=".csv,.tsv,.txt,.xlsx,.ods,text/csv" onFiles={onFiles} />
    <FileField
      label="Pictures, or a ZIP file of pictures"
      accept="image/*,video/mp4,video/webm,.zip"
      multiple
      onFiles={onFiles}
    />
    <p className="text-ink-soft text-sm sm:col-span-2">
      You can drop files and folders here too. <code>012-1.jpg</code> and <code>012-2.jpg</code> belong to the lot 012.
    </p>
  </DropArea>
);

/** The dropped files, also those in dropped folders. */
const filesIn = async ({ nativeEvent }: DragEvent): Promise<File[]> =>
  (await fromEvent(nativeEvent)).filter((item): item is FileWithPath => item instanceof File);

interface FileFieldProps {
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

const FileField = ({ label, accept, multiple = false, onFiles }: FileFieldProps) => {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was changed.
          target.value = "";
        }}
        className="min-h-11 w-full min-w-0 text-sm text-transparent file:mr-3 file:min-h-11 file:rounded-box file:border file:border-line-strong file:bg-surface file:px-3 file:font-semibold file:text-ink"
      />
    </div>
  );
};

interface ChosenFilesProps {
  table: File | null;
  pictures: readonly File[];
  onRemove: () => void;
}

const ChosenFiles = ({ table, pictures, onRemove }: ChosenFilesProps) => {
  if (!table && pictures.length === 0) return null;
  const [first] = pictures;
  const words = [
    table?.name,
    pictures.length > 1 ? `${pictures.length} ${pictures.some(isZip) ? "files" : "pictures"}` : first?.name,
  ].filter(Boolean);
  return (
    <Notice
      tone="muted"
      action={
        <Button variant="ghost" size="sm" onClick={onRemove}>
          Remove
        </Button>
      }
    >
      <span className="break-words">{words.join(" and ")}</span>
    </Notice>
  );
};

const TemplateButton = () => {
  const save = () => saveFile(new Blob([templateOf()], { type: "text/csv" }), "lots.csv");
  return (
    <Button variant="secondary" size="sm" onClick={save}>
      <Download aria-hidden className="size-4" />
      Template
    </Button>
  );
};
