// One passkey in the list.
import type { Passkey } from "@jara/shared/rest/passkeys";
import { KeyRound } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { addedWords, usedWords } from "../passkey-words.ts";

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

export const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => (
  <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
    <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
    <div className="grid min-w-48 flex-1 gap-0.5 text-sm">
      <span className="font-semibold text-base [overflow-wrap:anywhere]">{passkey.name}</span>
      <span className="tabular text-ink-soft">{addedWords(passkey)}</span>
      <span className="tabular text-ink-soft">{usedWords(passkey)}</span>
    </div>
    <div className="-mr-3 ml-auto flex shrink-0">
      <Button variant="ghost" size="sm" aria-label={`Rename ${passkey.name}`} onClick={onRename}>
        Rename
      </Button>
      <Button variant="ghost" size="sm" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  </li>
);
