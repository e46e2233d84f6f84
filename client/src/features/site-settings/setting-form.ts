// The form of a setting and its value in words. Settings that are a list of fields have one form (fields-form.tsx); each
// other setting has a file with its own.
import type { ReactNode } from "react";

export type Line = readonly [label: string, text: string];
/** The message of each mistake by its path (`days.2.closes`); an empty path is about the whole. */
export type Mistakes = Readonly<Record<string, string>>;

export interface EditorProps<T> {
  typed: T;
  onChange(typed: T): void;
  mistakes: Mistakes;
  /** The environment variable that sets a field, by the field's name. */
  fixed: Readonly<Record<string, string>>;
}

/** `T`: the value as the form holds it: numbers as they are typed. */
export interface SettingForm<V, T> {
  toTyped(value: V): T;
  /** It may be wrong. The server decides; the shared schemas only save a round trip. */
  toValue(typed: T): unknown;
  inWords(value: V): Line[];
  Editor(props: EditorProps<T>): ReactNode;
}

export const nothing = "Not set";
export const fixedWords = (variable: string): string => `Set by the environment (${variable})`;

/** NaN if it is none. */
export const typedNumber = (typed: string): number =>
  typed.trim() === "" ? Number.NaN : Number(typed.replaceAll(",", ""));

let keys = 0;
/** Rows that are typed have no other identity. */
export const nextKey = (): number => {
  keys += 1;
  return keys;
};

/** The class of a small button with a sign alone. */
export const iconButton =
  "grid size-11 place-items-center rounded-box hover:bg-sunken disabled:opacity-40 pointer-fine:size-9";
