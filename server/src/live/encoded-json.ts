// A part of an answer that is encoded once for many callers, and the encoding of answers that may have such a part.

/** JSON that stands for the value in an answer. */
export class EncodedJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** For code that encodes an answer in another way than `encodeAnswer`. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** `answer`: an object with at least one other field. Only its field `events` may be encoded already. */
export const encodeAnswer = (answer: object): string => {
  const { events } = answer as { readonly events?: unknown };
  if (!(events instanceof EncodedJson)) return JSON.stringify(answer);
  return `${JSON.stringify({ ...answer, events: undefined }).slice(0, -1)},"events":${events.json}}`;
};
