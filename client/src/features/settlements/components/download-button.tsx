// A button that downloads a file, and says if that fails.
import { Download } from "lucide-react";
import { useDownload } from "../../../queries/download.ts";
import { Button } from "../../../ui/button.tsx";

interface DownloadButtonProps {
  text: string;
  failed: string;
  save: () => Promise<void>;
}

export const DownloadButton = ({ text, failed, save }: DownloadButtonProps) => {
  const { mutate, isPending } = useDownload(failed, save);
  return (
    <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()} className="justify-self-start">
      <Download aria-hidden className="size-4" />
      {text}
    </Button>
  );
};
