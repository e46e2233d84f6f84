// Uploads one file as a form and reports progress, which fetch cannot do. Uses the session and the refusal handling of
// api.ts.
import type { Call, OutputOf } from "@jara/shared/calls/call";
import { API_BASE, ApiError, callAs, pathOf, readAnswer } from "./api.ts";

const FIELD = "file";

interface UploadOptions {
  /** The parts of the call's path. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The sent share, from 0 to 1. At 1 all bytes are sent and the server is still processing them. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Rejects with an ApiError, or with the signal's reason if it was aborted. */
export const upload = <C extends Call>(call: C, file: File, options: UploadOptions = {}) => {
  const form = new FormData();
  form.append(FIELD, file, file.name);
  return uploadForm(call, form, options);
};

/** The same for a form with several files. */
export const uploadForm = <C extends Call>(
  call: C,
  form: FormData,
  { params, query, onProgress, signal }: UploadOptions = {},
) =>
  new Promise<OutputOf<C["answer"]>>((resolve, reject) => {
    const path = pathOf(call, { params, query });
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const { token, headers } = callAs();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", `${API_BASE}${path}`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener("load", () => {
      try {
        resolve(readAnswer(path, token, request.status, parsed(request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new ApiError(0, null)));
    request.addEventListener("abort", () => reject(signal?.reason ?? new ApiError(0, null)));
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    signal?.addEventListener("abort", abort);

    request.send(form);
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
