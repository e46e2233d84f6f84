// Shows new recovery codes, once. The person copies or downloads them, and says so before they disappear.
import { Download } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { brandName } from "../../../lib/brand.ts";
import { CopyButton } from "../../../money/copy-button.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

const textOf = (codes: readonly string[]): string =>
  [`Recovery codes for ${brandName}. Each works once in place of the authenticator app.`, "", ...codes, ""].join("\n");

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [isSaved, setIsSaved] = useState(false);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Save your recovery codes
      </h3>
      <Notice tone="warning">
        These codes are shown only now. If you lose your phone, each of them lets you in once.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-box bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={textOf(codes)} what="the codes" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(textOf(codes))}`}
          download={`${brandName.toLowerCase()}-recovery-codes.txt`}
          className={buttonClass("secondary", "sm")}
        >
          <Download aria-hidden className="size-4" />
          Download
        </a>
      </div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
          className="size-6 accent-brand"
        />
        I have saved these codes
      </label>
      <Button size="lg" disabled={!isSaved} onClick={onDone}>
        Done
      </Button>
    </div>
  );
};
