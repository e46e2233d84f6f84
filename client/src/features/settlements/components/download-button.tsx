// A button that downloads a file, and says if that fails.
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";

interface DownloadButtonProps {
  text: string;
  failed: string;
  save: () => Promise<void>;
}

export const DownloadButton = ({ text, failed, save }: DownloadButtonProps) => {
  const [isPending, setIsPending] = useState(false);
  const download = async () => {
    setIsPending(true);
    try {
      await save();
    } catch (error) {
      toast.error(messageOf(error, failed));
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={isPending}
      onClick={() => void download()}
      className="justify-self-start"
    >
      <Download aria-hidden className="size-4" />
      {text}
    </Button>
  );
};
