// Downloads the file with everything about the person.
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { downloadMyData } from "../queries.ts";

export const DownloadData = () => {
  const file = useMutation({ mutationFn: downloadMyData });
  return (
    <Panel title="Download your data">
      <div className="grid gap-2 text-sm">
        <p>
          One file with everything that we keep about you: your profile, bids, auto-bids, purchases, payments, balance,
          receipts, withdrawals, emails, devices and consents.
        </p>
        <p className="text-ink-soft">
          It is a ZIP file. You can open its CSV files in a spreadsheet. You can download it once in ten minutes.
        </p>
      </div>
      {file.isError && <Notice tone="error">{failureWords(file.error, "The file could not be downloaded.")}</Notice>}
      <Button variant="secondary" pending={file.isPending} onClick={() => file.mutate()} className="justify-self-start">
        <Download aria-hidden className="size-5" />
        Download my data
      </Button>
    </Panel>
  );
};
