// The error for a file that is not accepted: an error code and a sentence for the uploader. Routes turn it into an
// answer.

export type FileRefusalCode = "INVALID" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE";

export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
  readonly code: FileRefusalCode;

  constructor(code: FileRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const refuseFile = (code: FileRefusalCode, message: string): never => {
  throw new RefusedFile(code, message);
};
