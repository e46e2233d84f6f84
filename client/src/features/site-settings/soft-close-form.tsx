// The soft close of new lots: its form and its words.
import type { SettingValues } from "@jara/shared/site-settings";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { durationWords } from "../../lots/duration-words.ts";
import { Check } from "../../ui/check.tsx";
import { Field, Input, Select } from "../../ui/field.tsx";
import { type EditorProps, type SettingForm, typedNumber } from "./setting-form.ts";

interface TypedSoftClose {
  isOn: boolean;
  windowSeconds: string;
  capMinutes: string;
}

const windows = [30, 60, 120, 180, 300, 600];

const SoftCloseEditor = ({ typed, onChange, mistakes }: EditorProps<TypedSoftClose>) => (
  <>
    <Check
      label="New lots extend while people bid"
      checked={typed.isOn}
      onChange={(isOn) => onChange({ ...typed, isOn })}
    />
    {typed.isOn && (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A late bid extends by" error={mistakes.windowSeconds}>
          <Select
            value={typed.windowSeconds}
            onChange={({ target }) => onChange({ ...typed, windowSeconds: target.value })}
          >
            {[...new Set([...windows, Number(typed.windowSeconds)])]
              .sort((a, b) => a - b)
              .map((seconds) => (
                <option key={seconds} value={seconds}>
                  {durationWords(seconds)}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="At most (minutes past the end)" error={mistakes.capMinutes}>
          <Input
            inputMode="numeric"
            value={typed.capMinutes}
            onChange={({ target }) => onChange({ ...typed, capMinutes: target.value })}
          />
        </Field>
      </div>
    )}
  </>
);

export const softCloseForm: SettingForm<SettingValues["soft-close"], TypedSoftClose> = {
  toTyped: (value) => ({
    isOn: value !== null,
    windowSeconds: String(value?.windowSeconds ?? USUAL_SOFT_CLOSE.windowSeconds),
    capMinutes: String(value?.capMinutes ?? USUAL_SOFT_CLOSE.capMinutes),
  }),
  toValue: ({ isOn, windowSeconds, capMinutes }) =>
    isOn ? { windowSeconds: typedNumber(windowSeconds), capMinutes: typedNumber(capMinutes) } : null,
  inWords: (value) =>
    value
      ? [
          ["A late bid extends by", durationWords(value.windowSeconds)],
          ["At most", `${value.capMinutes} minutes past the scheduled end`],
        ]
      : [["Late bids", "Do not move the end"]],
  Editor: SoftCloseEditor,
};
