// The requests for imports of lots, as their owner makes them.
import * as calls from "@jara/shared/calls/imports";
import type {
  ChosenColumns,
  Import,
  ImportAnswer,
  ImportChoiceBody,
  ImportVerdict,
  TableEncoding,
  TablePreview,
} from "@jara/shared/rest/imports";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../connection/use-list-news.ts";
import { ask } from "../../lib/api.ts";
import { uploadForm } from "../../lib/upload.ts";

const IMPORTS = "imports";
/** Keeps the imports on the screen up to date while a job works on them. */
export const useImportNews = () => useListNews({ queryKey: [IMPORTS] }, "own-imports");

export const isAtWork = ({ status }: Pick<Import, "status">): boolean => status === "checking" || status === "applying";

export const importsQuery = queryOptions({
  queryKey: [IMPORTS, "list"],
  queryFn: async ({ signal }) => (await ask(calls.listImports, { signal })).imports,
  staleTime: 0,
});

export const importQuery = (id: string, verdict: ImportVerdict | null, page: number) =>
  queryOptions({
    queryKey: [IMPORTS, id, verdict, page],
    queryFn: ({ signal }) => ask(calls.getImport, { params: { id }, query: { verdict, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export interface Chosen {
  readonly table: File | null;
  /** One ZIP, or pictures that are packed into one. */
  readonly pictures: readonly File[];
}

/** The choices that a person makes about the table. */
export interface TableSaid {
  readonly columns?: ChosenColumns | undefined;
  readonly sheet?: string | undefined;
  readonly encoding?: TableEncoding | undefined;
}

export const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** How the server reads the table. */
export const previewTable = async (table: File, sheet: string | undefined): Promise<TablePreview> => {
  const form = new FormData();
  form.append("table", table, table.name);
  if (sheet !== undefined) form.append("sheet", sheet);
  return (await uploadForm(calls.previewImportTable, form)).table;
};

export const sendImport = async (
  { table, pictures }: Chosen,
  { columns, sheet, encoding }: TableSaid,
  onProgress: (share: number) => void,
): Promise<ImportAnswer> => {
  const form = new FormData();
  if (columns) form.append("columns", JSON.stringify(columns));
  if (sheet !== undefined) form.append("sheet", sheet);
  if (encoding) form.append("encoding", encoding);
  if (table) form.append("table", table, table.name);
  const [first] = pictures;
  if (first) {
    const zip = isZip(first) ? first : await (await import("./pack-pictures.ts")).packPictures(pictures);
    form.append("pictures", zip, isZip(first) ? first.name : "pictures.zip");
  }
  return await uploadForm(calls.importLots, form, { onProgress });
};

const steps = { apply: calls.applyImport, cancel: calls.cancelImport };

export const useImportStep = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: keyof typeof steps) => ask(steps[step], { params: { id } }),
    // Waits for the import, so that the buttons are those of its new state.
    onSettled: () => client.invalidateQueries({ queryKey: [IMPORTS] }),
  });
};

export const useImportChoice = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: ImportChoiceBody) => ask(calls.chooseImportRows, { params: { id }, body: choice }),
    // Waits for the import, so that the buttons are those of its new state.
    onSettled: () => client.invalidateQueries({ queryKey: [IMPORTS] }),
  });
};
