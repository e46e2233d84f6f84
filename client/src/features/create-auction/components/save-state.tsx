// The line that says whether the text is saved, with a button where it is not.
import { Cloud, CloudOff } from "lucide-react";
import { useStore } from "zustand";
import { newCommandId } from "../../../connection/command-id.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { DraftSaver, SaveState as State } from "../draft-saver.ts";

const words: Partial<Record<State, string>> = {
  new: "Saved as a draft as soon as you type",
  waiting: "Saving…",
  saving: "Saving…",
  failed: "Not saved, trying again",
  refused: "Not saved",
  changed: "Not saved",
  gone: "Not saved",
};

export const SaveState = ({ saver }: { saver: DraftSaver }) => {
  const { state, savedAt } = useStore(saver.store);
  const isSaved = state === "saved";
  const isAway = state === "failed" || state === "refused" || state === "changed" || state === "gone";
  const Icon = isAway ? CloudOff : Cloud;
  return (
    <p
      role="status"
      className={`tabular flex min-h-6 items-center gap-1.5 text-sm ${isAway ? "font-semibold text-amber" : "text-ink-soft"}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {isSaved ? <>Saved{savedAt && <span className="max-sm:sr-only"> {lagosMoment(savedAt)}</span>}</> : words[state]}
    </p>
  );
};

interface SaveTroubleProps {
  saver: DraftSaver;
  /** Shows the draft as it is stored now. */
  onReload: () => void;
}

/** Says why the draft cannot be saved, and offers the ways out. */
export const SaveTrouble = ({ saver, onReload }: SaveTroubleProps) => {
  const { state, message } = useStore(saver.store);
  if (state === "refused")
    return (
      <Notice tone="error" title="This draft is not saved" className="w-full">
        {message}
      </Notice>
    );
  if (state !== "changed" && state !== "gone") return null;
  const isChanged = state === "changed";
  return (
    <Notice
      tone="warning"
      className="w-full"
      title={
        isChanged
          ? "Somebody else changed this draft, or you did in another tab"
          : "This draft was published or deleted elsewhere"
      }
      action={
        <div className="flex flex-wrap gap-2">
          {isChanged && (
            <Button variant="secondary" size="sm" onClick={onReload}>
              Show the other version
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => void saver.saveAsNew(newCommandId())}>
            Keep this as a new draft
          </Button>
        </div>
      }
    >
      What you typed here since then is not saved.{message !== null && ` ${message}`}
    </Notice>
  );
};
