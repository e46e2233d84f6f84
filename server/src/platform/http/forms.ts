// Forms (multipart/form-data) that a route reads itself, part by part, once it knows who sends them.
import multipart from "@fastify/multipart";
import { refusal } from "@jara/shared/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { App } from "./app.ts";
import { RefusedError, refuse } from "./refused.ts";

/** Extra bytes for the form around its files. */
export const FORM_BYTES = 16 * 1024;
/** How long a sender may be silent. */
const SILENCE_MS = 60_000;

/** A scope whose routes read forms alone. `notAForm` says what to send instead of another body. */
export const serveForms = async (app: App, notAForm: string, serve: (scope: App) => void): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser("*", (_request, _body, done) =>
      done(new RefusedError(refusal("UNSUPPORTED_MEDIA_TYPE", { message: notAForm }))),
    );
    serve(scope);
  });
};

/** For a route of such a scope. Its body is not validated, because its handler reads the form. */
export const readsForm = {
  validatorCompiler: (part: { readonly httpPart?: string; readonly schema: unknown }) =>
    part.httpPart === "body"
      ? (data: unknown) => ({ value: data })
      : validatorCompiler(part as Parameters<typeof validatorCompiler>[0]),
};

export const isLongerThan = ({ headers }: FastifyRequest, bytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > bytes;

/**
 * Discards the rest of a refused body, so that the sender can read the answer. If `isTooLong`, the connection closes.
 */
export const discardRest = (request: FastifyRequest, reply: FastifyReply, isTooLong: boolean): void => {
  request.raw.unpipe();
  request.raw.resume();
  if (isTooLong) void reply.header("connection", "close");
};

/**
 * Calls `read` while the sender is not silent. An error of the disk has a system call's name, and `isKnown` knows the
 * reader's own; any other error means that the form is invalid or broke off, and is refused as such.
 */
export const readForm = async <T>(
  request: FastifyRequest,
  { notAForm, isKnown }: { readonly notAForm: string; readonly isKnown: (error: unknown) => boolean },
  read: () => Promise<T>,
): Promise<T> => {
  request.raw.setTimeout(SILENCE_MS);
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedError || isKnown(error) || (error instanceof Error && "syscall" in error)) throw error;
    request.log.info({ err: error }, "a form could not be read");
    return refuse("INVALID", { message: `The form could not be read. ${notAForm}` });
  } finally {
    request.raw.setTimeout(0);
  }
};
