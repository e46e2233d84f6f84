// Chooses a saved proof: by the file dialog, or dropped.
import { FileCheck } from "lucide-react";
import { useId } from "react";
import { cx } from "../../lib/cx.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DropArea } from "../../ui/drop-area.tsx";

export const FileChoice = ({ onFile }: { onFile: (file: File) => void }) => {
  const id = useId();
  return (
    <DropArea
      onDrop={({ dataTransfer }) => {
        const [file] = dataTransfer.files;
        if (file) onFile(file);
      }}
      className="grid justify-items-center gap-3 border-2 p-6 text-center"
      idle="border-line-strong"
    >
      <FileCheck aria-hidden className="size-8 text-ink-soft" />
      <p className="max-w-prose text-ink-soft">
        Check a file that you saved here or in My Bids. It stays on this device, and no connection is needed.
      </p>
      <label htmlFor={id} className={cx(buttonClass("secondary"), "cursor-pointer focus-within:outline-2")}>
        Choose a file
        <input
          id={id}
          type="file"
          accept="application/json,.json"
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
      </label>
    </DropArea>
  );
};
