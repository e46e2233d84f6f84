// Copies a text and confirms it for a moment. Where a page may not use the clipboard (no secure origin) there is no
// button.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";

const SAID_FOR_MS = 3000;

export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [result]);
  if (!navigator.clipboard) return null;
  const Icon = result === "copied" ? Check : Copy;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setResult("copied"),
            () => setResult("failed"),
          )
        }
      >
        <Icon aria-hidden className="size-4" />
        {result === "copied" ? "Copied" : result === "failed" ? "Not copied" : "Copy"}
      </Button>
      <span role="status" className="sr-only">
        {result && (result === "copied" ? `Copied ${what}` : `Could not copy ${what}`)}
      </span>
    </>
  );
};
