// The result of one check.

export interface Finding {
  readonly what: string;
  /** `note`: a server runs, but the operator should know. */
  readonly state: "ok" | "note" | "wrong";
  readonly says: string;
}

export const findingsOf = (what: string) => ({
  ok: (says: string): Finding => ({ what, state: "ok", says }),
  note: (says: string): Finding => ({ what, state: "note", says }),
  wrong: (says: string): Finding => ({ what, state: "wrong", says }),
});
