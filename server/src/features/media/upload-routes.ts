// POST /api/upload/single: accepts one file per call, from staff who make lots; POST /api/offers/{id}/media: from a person
// who offers an item. It has a scope of its own, because it
// reads forms.
import * as calls from "@jara/shared/calls/imports";
import * as offerCalls from "@jara/shared/calls/offers";
import { refusal } from "@jara/shared/errors";
import { mediaSentences, VIDEO_MAX_BYTES } from "@jara/shared/media";
import { OFFER_PART_BYTES } from "@jara/shared/offer-limits";
import type { Uploaded } from "@jara/shared/rest/auctions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import type { App } from "../../platform/http/app.ts";
import { discardRest, FORM_BYTES, isLongerThan, readForm, serveForms } from "../../platform/http/forms.ts";
import { RefusedError, refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { takePart } from "./offer-parts.ts";
import { cleanOriginalName } from "./original-name.ts";
import { RefusedFile } from "./refused-file.ts";
import { type MediaStorage, StorageAway } from "./storage/media-storage.ts";
import type { ReceivedFile, Uploads } from "./uploads.ts";

const FIELD = "file";
const notAForm = `Send a form (multipart/form-data) with one file in the field "${FIELD}".`;

/** Decides whether a person may upload a file for the offer, and notes whose file it is. */
export interface OfferUploads {
  /** Throws if not. */
  readonly check: (personId: string, offerId: string) => Promise<void>;
  readonly noteOwner: (filename: string, personId: string) => Promise<void>;
}

interface Deps {
  readonly uploads: Uploads;
  readonly ofOffers: OfferUploads;
  readonly partDeps: { readonly database: Database; readonly storage: MediaStorage };
}

export const serveUploads = async (app: App, { uploads, ofOffers, partDeps }: Deps): Promise<void> => {
  const take = async (request: FastifyRequest, reply: FastifyReply, allow: () => Promise<void>): Promise<Uploaded> => {
    try {
      await allow();
      return await takeIn(request, uploads);
    } catch (error) {
      discardRest(request, reply, isTooLong(request));
      throw toRefusal(error, request);
    }
  };
  await serveForms(app, notAForm, (scope) => {
    serve(scope, calls.uploadFile, ({ request, reply }) => take(request, reply, async () => {}));

    serve(scope, offerCalls.uploadForOffer, async ({ account, params, request, reply }) => {
      const uploaded = await take(request, reply, () => ofOffers.check(account.id, params.id));
      await ofOffers.noteOwner(uploaded.file.filename ?? "", account.id);
      return uploaded;
    });

    serve(scope, offerCalls.uploadPartForOffer, async ({ account, params, query, request, reply }) => {
      let isRead = false;
      try {
        await ofOffers.check(account.id, params.id);
        const { uploadId: id, ...place } = query;
        const part = { id, ownerId: account.id, ...place };
        const answer = await takePart({ ...partDeps, uploads }, part, () => {
          isRead = true;
          return readPart(request);
        });
        if (!isRead) discardRest(request, reply, false);
        return answer;
      } catch (error) {
        discardRest(request, reply, isLongerThan(request, OFFER_PART_BYTES + FORM_BYTES));
        throw toRefusal(error, request);
      }
    });
  });
};

const isTooLong = (request: FastifyRequest): boolean => isLongerThan(request, VIDEO_MAX_BYTES + FORM_BYTES);

const takeIn = async (request: FastifyRequest, uploads: Uploads): Promise<Uploaded> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isTooLong(request)) {
    return refuse("PAYLOAD_TOO_LARGE", {
      message: `${mediaSentences.videoTooLarge} ${mediaSentences.pictureTooLarge}`,
    });
  }
  const isKnown = (error: unknown) => error instanceof RefusedFile;
  const { file, originalName } = await readForm(request, { notAForm, isKnown }, () => readFile(request, uploads));
  try {
    const { filename, type } = await file.keep();
    return { file: { url: `/media/${filename}`, filename, originalName, type } };
  } finally {
    await file.discard();
  }
};

/** One part of a file, in memory. */
const readPart = async (request: FastifyRequest): Promise<{ bytes: Buffer; originalName: string }> => {
  if (!request.isMultipart()) return refuse("INVALID", { message: notAForm });
  if (isLongerThan(request, OFFER_PART_BYTES + FORM_BYTES)) return refuse("PAYLOAD_TOO_LARGE");
  const limits = { files: 1, fields: 0, headerPairs: 100, fileSize: OFFER_PART_BYTES + 1 };
  return await readForm(request, { notAForm, isKnown: () => false }, async () => {
    const part = await request.file({ limits });
    if (!part || part.fieldname !== FIELD) return refuseField(FIELD, `There is no file. ${notAForm}`);
    return { bytes: await part.toBuffer(), originalName: cleanOriginalName(part.filename) };
  });
};

const readFile = async (
  request: FastifyRequest,
  uploads: Uploads,
): Promise<{ file: ReceivedFile; originalName: string }> => {
  const limits = { files: 2, fields: 2, fieldSize: 1024, headerPairs: 100, fileSize: VIDEO_MAX_BYTES + 1 };
  let file: ReceivedFile | null = null;
  let originalName = "";
  try {
    for await (const part of request.parts({ limits })) {
      const isOurs = part.type === "file" && part.fieldname === FIELD;
      if (!isOurs) return refuse("INVALID", { message: `The form has an unknown field. ${notAForm}` });
      if (file) return refuseField(FIELD, "Send one file in each request.");
      originalName = cleanOriginalName(part.filename);
      file = await uploads.receive(part.file);
    }
  } catch (error) {
    await file?.discard();
    throw error;
  }
  return file ? { file, originalName } : refuseField(FIELD, `There is no file. ${notAForm}`);
};

const toRefusal = (error: unknown, request: FastifyRequest): unknown => {
  if (error instanceof RefusedError) return error;
  if (error instanceof RefusedFile) return new RefusedError(refusal(error.code, { message: error.message }));
  if (error instanceof StorageAway) {
    request.log.error({ err: error }, "media storage unavailable");
    return new RefusedError(refusal("UNAVAILABLE", { message: "The file could not be stored. Please try again." }));
  }
  return error;
};
