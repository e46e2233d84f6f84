// Makes a bidder's document safe to keep: a picture is encoded anew, a PDF file stays as it is. The type is that of the
// content.
import { refusal } from "@jara/shared/errors";
import { fileTypeFromBuffer } from "file-type";
import { RefusedError, refuse } from "../../platform/http/refused.ts";
import { atMost } from "../../platform/lib/limit-concurrency.ts";
import { encodeReadable } from "./pictures.ts";
import { RefusedFile } from "./refused-file.ts";
import { sniff } from "./sniff.ts";

const oneAtATime = atMost(1);

export const cleanDocument = async (file: Buffer): Promise<{ kind: "picture" | "pdf"; file: Uint8Array }> => {
  const found = await fileTypeFromBuffer(file);
  if (found?.mime === "application/pdf") return { kind: "pdf", file };
  try {
    const { type, kind } = await sniff(file);
    if (type === "video") return refuse("UNSUPPORTED_MEDIA_TYPE", { message: NEITHER });
    return { kind: "picture", file: await oneAtATime(() => encodeReadable(file, kind)) };
  } catch (error) {
    if (error instanceof RefusedFile) throw new RefusedError(refusal(error.code, { message: error.message }));
    throw error;
  }
};

const NEITHER = "Send a picture (JPEG, PNG, WebP) or a PDF file.";
