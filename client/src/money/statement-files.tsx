// The buttons that download a statement as a PDF or a CSV file.
import { Download } from "lucide-react";
import { useDownload } from "../queries/download.ts";
import { Button } from "../ui/button.tsx";

interface StatementFilesProps {
  download: (file: "csv" | "pdf") => Promise<void>;
  isEmpty?: boolean;
}

export const StatementFiles = ({ download, isEmpty = false }: StatementFilesProps) => {
  const { mutate, isPending, variables } = useDownload("Failed to download the statement", download);
  const making = isPending ? variables : null;
  return (["pdf", "csv"] as const).map((file) => (
    <Button
      key={file}
      variant="secondary"
      disabled={isEmpty}
      pending={making === file}
      aria-label={`Download ${file.toUpperCase()}`}
      onClick={() => mutate(file)}
    >
      {making !== file && <Download aria-hidden className="size-4" />}
      {file.toUpperCase()}
    </Button>
  ));
};
