// Converts a lot's soft close to form values and back: a window from a list (or none), and a typed cap. The server
// decides.
import type { SoftClose } from "@jara/shared/auction";
import { SOFT_CLOSE_CAP_MAX, USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { durationWords } from "./duration-words.ts";

export interface SoftCloseForm {
  /** Seconds, or "off". */
  softCloseWindow: string;
  /** Minutes, as typed. */
  softCloseCap: string;
}

export const OFF = "off";
const windows = [30, 60, 120, 180, 300, 600];

export const toSoftCloseForm = (softClose: SoftClose | null): SoftCloseForm => ({
  softCloseWindow: softClose ? String(softClose.windowSeconds) : OFF,
  softCloseCap: String(softClose?.capMinutes ?? USUAL_SOFT_CLOSE.capMinutes),
});

/** The initial values of the creation form. */
export const preselectedSoftClose: SoftCloseForm = toSoftCloseForm(USUAL_SOFT_CLOSE);

/** Expects a form that passed `softCloseCapError`. */
export const fromSoftCloseForm = ({ softCloseWindow, softCloseCap }: SoftCloseForm): SoftClose | null =>
  softCloseWindow === OFF ? null : { windowSeconds: Number(softCloseWindow), capMinutes: Number(softCloseCap) };

export const softCloseCapError = (typed: string, { softCloseWindow }: Pick<SoftCloseForm, "softCloseWindow">) => {
  if (softCloseWindow === OFF) return true;
  const minutes = typed.trim() === "" ? Number.NaN : Number(typed);
  if (!Number.isInteger(minutes) || minutes < 1) return "Enter whole minutes, at least 1";
  return minutes <= SOFT_CLOSE_CAP_MAX || `At most ${SOFT_CLOSE_CAP_MAX} minutes (a day)`;
};

/** The choices for the window; includes the current window even if it is not a standard choice. */
export const windowChoices = (current: string): [value: string, label: string][] => {
  const known = new Set(windows);
  if (current !== OFF && Number(current) > 0) known.add(Number(current));
  const sorted = [...known].sort((a, b) => a - b);
  return [
    [OFF, "Off: the end stays"],
    ...sorted.map((s): [string, string] => [String(s), `Extend by ${durationWords(s)}`]),
  ];
};
