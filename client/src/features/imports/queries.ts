// The requests for imports of lots, as their owner makes them.
import type { Import, ImportAnswer, ImportChoiceBody, ImportPage, ImportVerdict } from "@jara/shared/rest/imports";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { uploadForm } from "../../lib/upload.ts";

const IMPORTS = "imports";
/** No event reports the progress of an import, so its page asks at intervals while a job works on it. */
const ASK_AGAIN_MS = 1_000;

export const isAtWork = ({ status }: Pick<Import, "status">): boolean => status === "checking" || status === "applying";

export const importsQuery = queryOptions({
  queryKey: [IMPORTS, "list"],
  queryFn: async ({ signal }) => (await api.get<{ imports: Import[] }>("/admin/imports", undefined, signal)).imports,
  staleTime: 0,
});

const pathOf = (id: string) => `/admin/imports/${encodeURIComponent(id)}`;

export const importQuery = (id: string, verdict: ImportVerdict | null, page: number) =>
  queryOptions({
    queryKey: [IMPORTS, id, verdict, page],
    queryFn: ({ signal }) => api.get<ImportPage>(pathOf(id), { verdict, page }, signal),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.import) ? ASK_AGAIN_MS : false),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export interface Chosen {
  readonly table: File | null;
  /** One ZIP, or pictures that are packed into one. */
  readonly pictures: readonly File[];
}

export const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

export const sendImport = async (
  { table, pictures }: Chosen,
  onProgress: (share: number) => void,
): Promise<ImportAnswer> => {
  const form = new FormData();
  if (table) form.append("table", table, table.name);
  const [first] = pictures;
  if (first) {
    const zip = isZip(first) ? first : await (await import("./pack-pictures.ts")).packPictures(pictures);
    form.append("pictures", zip, isZip(first) ? first.name : "pictures.zip");
  }
  return await uploadForm<ImportAnswer>("/admin/imports", form, { onProgress });
};

export const useImportStep = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: "apply" | "cancel") => api.post<ImportAnswer>(`${pathOf(id)}/${step}`),
    onSettled: () => void client.invalidateQueries({ queryKey: [IMPORTS] }),
  });
};

export const useImportChoice = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: ImportChoiceBody) => api.post<ImportAnswer>(`${pathOf(id)}/choose`, choice),
    onSettled: () => void client.invalidateQueries({ queryKey: [IMPORTS] }),
  });
};
