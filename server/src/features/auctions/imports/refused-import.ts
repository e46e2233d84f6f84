// The error for a table or a ZIP that cannot be imported at all: a sentence for the importer. The route turns it into an
// answer.
export class RefusedImport extends Error {
  override readonly name = "RefusedImport";
  readonly code: "INVALID" | "PAYLOAD_TOO_LARGE";

  constructor(message: string, code: "INVALID" | "PAYLOAD_TOO_LARGE" = "INVALID") {
    super(message);
    this.code = code;
  }
}
