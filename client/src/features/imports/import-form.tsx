// Chooses a table and pictures, or takes a pasted table, and sends them to be checked.
import { type FileWithPath, fromEvent } from "file-selector";
import { Download } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { DropArea } from "../../ui/drop-area.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { templateOf } from "./import-words.ts";
import { type Chosen, isZip, sendImport } from "./queries.ts";

const isTable = ({ name }: File): boolean => /\.(csv|tsv|txt)$/i.test(name);
const isWorkbook = ({ name }: File): boolean => /\.(xlsx?|ods|numbers)$/i.test(name);

/** Says what is wrong with files that were chosen together; null if nothing is. */
const problemOf = (added: readonly File[]): string | null => {
  if (added.some(isWorkbook)) return "Save the workbook as “CSV UTF-8” in Excel, and choose that file.";
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

const useSending = () => {
  const navigate = useNavigate();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (chosen: Chosen) => {
    setProblem(null);
    setShare(0);
    try {
      const { import: made } = await sendImport(chosen, setShare);
      void navigate(`/admin/imports/${made._id}`);
    } catch (error) {
      setProblem(messageOf(error, "Nothing was imported. Please try again."));
      setShare(null);
    }
  };
  return { share, problem, send, setProblem };
};

export const ImportForm = () => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [pasted, setPasted] = useState("");
  const { share, problem, send, setProblem } = useSending();
  const add = (added: readonly File[]) => {
    setProblem(problemOf(added));
    const found = added.filter(isTable);
    const tables = found.length === 1 ? found : [];
    const pictures = added.filter((file) => !isTable(file) && !isWorkbook(file));
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
    <Panel title="New import" action={<TemplateButton />}>
      <p className="text-ink-soft">
        The table is checked first. No lot is created before you confirm, and the same table never creates a lot twice.
      </p>
      <ImportFiles onFiles={add} />
      <ChosenFiles table={table} pictures={pictures} onRemove={() => setFiles([])} />
      <label className="grid gap-1">
        <span className="font-semibold text-sm">Or paste a table</span>
        <textarea
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
          disabled={table !== null}
          rows={3}
          placeholder="Copy the cells of a spreadsheet with the header row, and paste them here"
          className="min-h-24 rounded-box border border-line-strong bg-surface px-3 py-2 disabled:opacity-50"
        />
      </label>
      {clash !== null && <Notice tone="error">{clash}</Notice>}
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {share !== null && <ProgressBar label="Sending" share={share} />}
      <Button
        disabled={!isReady}
        pending={share !== null}
        className="justify-self-start"
        onClick={() => void send({ table: table ?? text, pictures })}
      >
        Check the table
      </Button>
    </Panel>
  );
};

const ImportFiles = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <DropArea
    onDrop={(event) => void filesIn(event).then(onFiles)}
    className="grid gap-4 border p-4 sm:grid-cols-2"
    idle="border-line-strong bg-sunken"
  >
    <FileField label="Table (CSV)" accept=".csv,.tsv,.txt,text/csv" onFiles={onFiles} />
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
