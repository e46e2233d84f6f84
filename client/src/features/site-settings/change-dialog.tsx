// Changes one section in three steps: its fields, the differences with their consequences, and the change itself. If
// somebody else was faster, it shows their value and overwrites nothing.
import { type ChangeSettingBody, SETTING_REASON_MAX, type Setting } from "@jara/shared/rest/site-settings";
import { siteSettings } from "@jara/shared/site-settings";
import { useState } from "react";
import { ApiError, messageOf } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { AskForm } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Changes } from "./changes.tsx";
import { changedLines, editorOf, readTyped, toTyped } from "./forms.ts";
import { useChangeSetting } from "./queries.ts";
import type { Mistakes } from "./setting-form.ts";

interface ChangeDialogProps {
  setting: Setting;
  openLots: number;
  /** An earlier version to restore: its value is checked at once. */
  restored?: { version: number; value: unknown } | undefined;
  onClose: () => void;
}

/** Version 0 is the value before the first change. */
const restoreWords = (version: number): string =>
  version === 0 ? "Restore the value before the first change" : `Restore version ${version}`;

export const ChangeDialog = ({ setting, openLots, restored, onClose }: ChangeDialogProps) => {
  const { section } = setting;
  // The version on which the person began; another one that comes meanwhile must not replace what is typed.
  const [base, setBase] = useState(setting);
  const [typed, setTyped] = useState(() => toTyped(section, restored ? restored.value : setting.value));
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [checked, setChecked] = useState<{ value: unknown } | null>(restored ? { value: restored.value } : null);
  const change = useChangeSetting();
  const other = otherOf(change.error);

  const check = () => {
    const read = readTyped(section, typed);
    setMistakes(read.mistakes);
    if (Object.keys(read.mistakes).length === 0) setChecked({ value: read.value });
  };
  const send = (reason: string) => {
    if (!checked) return;
    const { version } = base;
    const body = {
      section,
      value: checked.value,
      version,
      reason,
      ...(restored && restored.version > 0 && { restores: restored.version }),
    };
    change.mutate(body as ChangeSettingBody, {
      onSuccess: ({ setting: now }) => {
        toast.success(now.waiting ? "The change is waiting" : `${siteSettings[section].label}: changed`);
        onClose();
      },
    });
  };
  const Editor = editorOf(section);
  const title = restored ? restoreWords(restored.version) : `Change: ${siteSettings[section].label}`;
  return (
    <Dialog open onClose={onClose} closable={!change.isPending} title={title} className="sm:w-xl!">
      {other ? (
        <Overtaken
          other={other}
          onTake={() => {
            setBase(other);
            setTyped(toTyped(section, other.value));
            setChecked(null);
            change.reset();
          }}
          onClose={onClose}
        />
      ) : checked ? (
        <Confirm
          base={base}
          value={checked.value}
          openLots={openLots}
          isPending={change.isPending}
          error={change.error ? messageOf(change.error, "Failed to change the setting") : null}
          onBack={
            restored
              ? onClose
              : () => {
                  change.reset();
                  setChecked(null);
                }
          }
          onSend={send}
        />
      ) : (
        <AskForm yes="Check the change" onNo={onClose} onYes={check}>
          <Editor typed={typed} onChange={setTyped} mistakes={mistakes} fixed={base.environment} />
          {mistakes[""] && <Notice tone="error">{mistakes[""]}</Notice>}
        </AskForm>
      )}
    </Dialog>
  );
};

/** The setting that somebody else has changed meanwhile. */
const otherOf = (error: Error | null): Setting | null =>
  error instanceof ApiError && error.code === "SETTING_CHANGED" ? (error.body?.setting ?? null) : null;

const Overtaken = ({ other, onTake, onClose }: { other: Setting; onTake: () => void; onClose: () => void }) => (
  <>
    <Notice tone="warning" title="Somebody else changed this setting">
      {other.changedBy ? `${other.changedBy.username} changed it` : "It was changed"} while you were editing:{" "}
      {other.reason}
    </Notice>
    <Changes lines={changedLines(other.section, other.before, other.value)} />
    <p className="text-sm">Your change was not made. You can start again from the current value.</p>
    <div className="grid grid-cols-[auto_1fr] gap-2">
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
      <Button onClick={onTake}>Edit the current value</Button>
    </div>
  </>
);

interface ConfirmProps {
  base: Setting;
  value: unknown;
  openLots: number;
  isPending: boolean;
  error: string | null;
  onBack: () => void;
  onSend: (reason: string) => void;
}

const Confirm = ({ base, value, openLots, isPending, error, onBack, onSend }: ConfirmProps) => {
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const lines = changedLines(base.section, base.value, value);
  const isOrder = lines.length === 0 && JSON.stringify(base.value) !== JSON.stringify(value);
  const isEmpty = reason.trim().length < 3;
  return (
    <AskForm
      no="Back"
      yes={base.section === "bank-account" ? "Ask for the change" : "Confirm the change"}
      isPending={isPending}
      isDisabled={lines.length === 0 && !isOrder}
      problem={error}
      onNo={onBack}
      onYes={() => {
        setTried(true);
        if (!isEmpty) onSend(reason.trim());
      }}
    >
      {isOrder ? <p className="text-sm">The order changes.</p> : <Changes lines={lines} />}
      <Notice>
        {siteSettings[base.section].effects}
        {base.section === "lot-rules" &&
          openLots > 0 &&
          ` ${openLots} ${openLots === 1 ? "lot is" : "lots are"} open now.`}
      </Notice>
      <Field label="Reason" hint="Kept in the history." error={isTried && isEmpty ? "Please say why" : null}>
        <Input
          maxLength={SETTING_REASON_MAX}
          autoComplete="off"
          readOnly={isPending}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </AskForm>
  );
};
