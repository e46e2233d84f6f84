// Reads request bodies: JSON alone, uncompressed, and zero bytes as no body, whatever content type the client names. A
// route that needs no body refuses unknown fields.

import { noBody } from "@jara/shared/calls/call";
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusedError } from "./refused.ts";

/** Stands for a body of another content type until the hook below refuses it, so that the connection stays open. */
const notJson = Symbol("a body that is not JSON");

const COMPRESSED = "Send the body without a content encoding.";

/**
 * Register before the routes and scopes. A scope that reads other content types adds its own parsers, or removes these
 * first.
 */
export const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  // Fastify's own parser, which refuses keys that would replace a prototype. It also refuses an empty body, but clients
  // with a fixed content type send one with every call.
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) =>
    body === "" || isCompressed(request) ? done(null, undefined) : parseJson(request, body, done),
  );
  app.addContentTypeParser("*", (request, payload, done) => {
    // An unknown address gets its 404, whatever the body.
    if (request.is404 || !mayHaveBytes(request)) return done(null, undefined);
    if (Number(request.headers["content-length"]) > 0) return done(null, notJson);
    // A chunked body has no length, so its first byte decides.
    const settle = (error: Error | null, body?: symbol): void => {
      payload.off("data", onByte).off("end", onEnd).off("error", onError);
      done(error, body);
    };
    const onByte = (): void => settle(null, notJson);
    const onEnd = (): void => settle(null);
    const onError = (error: Error): void => settle(Object.assign(error, { statusCode: 400 }));
    payload.on("data", onByte).on("end", onEnd).on("error", onError);
  });
  app.addHook("preValidation", (request, _reply, next) => {
    if (isCompressed(request))
      return next(new RefusedError(refusal("UNSUPPORTED_MEDIA_TYPE", { message: COMPRESSED })));
    next(request.body === notJson ? new RefusedError(refusal("UNSUPPORTED_MEDIA_TYPE")) : undefined);
  });
  refuseUnknownFields(app);
};

const mayHaveBytes = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const isCompressed = (request: FastifyRequest): boolean =>
  !/^(identity)?$/i.test(request.headers["content-encoding"] ?? "") && mayHaveBytes(request) && !request.is404;

const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A write of the API whose schema has no body gets the check of `noBody`: absent, null or an empty object. */
const refuseUnknownFields = (app: FastifyInstance): void => {
  app.addHook("onRoute", (route) => {
    const isWrite = [route.method].flat().some((method) => WRITES.has(method));
    if (!isWrite || !route.url.startsWith("/api/") || route.schema?.body !== undefined) return;
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request: FastifyRequest, _reply: unknown, next: (error?: Error) => void) => next(whyNotEmpty(request.body)),
    ];
  });
};

const whyNotEmpty = (body: unknown): RefusedError | undefined => {
  // A webhook's route checks the signature over the raw bytes.
  if (Buffer.isBuffer(body)) return undefined;
  const { error } = noBody.safeParse(body);
  if (!error) return undefined;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  return new RefusedError(refusal("INVALID", { message: "This call needs no body.", issues }));
};
