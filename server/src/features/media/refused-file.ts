// Why a file is not taken: the error code and a sentence for the person who chose it. Routes turn it into an answer.

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
