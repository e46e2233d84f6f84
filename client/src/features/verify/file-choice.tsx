// Chooses a saved proof: by the file dialog, or dropped.
import { FileCheck } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { cx } from "../../lib/cx.ts";
import { buttonClass } from "../../ui/button.tsx";

export const FileChoice = ({ onFile }: { onFile: (file: File) => void }) => {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        "grid justify-items-center gap-3 rounded-box border-2 border-dashed p-6 text-center",
        isOver ? "border-brand bg-brand-soft" : "border-line-strong",
      )}
    >
      <FileCheck aria-hidden className="size-8 text-ink-soft" />
      <p className="max-w-prose text-ink-soft">
        Choose a proof that you saved. It stays on this device, and no connection is needed.
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
    </div>
  );
};
