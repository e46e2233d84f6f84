// Saves an offer as it is typed: shortly after a change, one save at a time, and again after a failure. What is not saved
// yet is also kept in the browser, so that a reload loses nothing. Knows nothing of the screen.
import type { Media } from "@jara/shared/auction";
import type { Offer, OfferContent } from "@jara/shared/rest/offers";
import { readAmount, writtenAmount } from "@jara/shared/typed-amount";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "../../lib/api.ts";
import { ownEntry, ownerNow } from "../../lib/own-storage.ts";
import { saveOffer } from "./queries.ts";

const SAVE_AFTER_MS = 800;
const RETRY_MS = 4_000;

/** The content as it is typed. */
export interface OfferValues extends Omit<OfferContent, "estimatedValue" | "lowestPrice"> {
  estimatedValue: string;
  lowestPrice: string;
}

interface SaverState {
  values: OfferValues;
  revision: number;
  /** `failed`: is tried again. `refused`: the server will not take it. */
  state: "saved" | "waiting" | "failed" | "refused";
  message: string | null;
}

/** The seller typed this, and it is not saved yet. */
interface Unsaved {
  revision: number;
  values: OfferValues;
  /** Sent on this revision, without an answer. The server may have it. */
  sent: OfferValues | null;
}
const unsaved = (id: string) => ownEntry<Unsaved>("localStorage", `offer ${id}`);

export const toValues = (offer: OfferContent): OfferValues => ({
  title: offer.title,
  description: offer.description,
  age: offer.age,
  category: offer.category,
  condition: offer.condition,
  workingCondition: offer.workingCondition,
  estimatedValue: offer.estimatedValue === null ? "" : writtenAmount(offer.estimatedValue),
  lowestPrice: offer.lowestPrice === null ? "" : writtenAmount(offer.lowestPrice),
  location: offer.location,
  media: offer.media,
  receipt: offer.receipt,
});

export const toContent = (values: OfferValues): OfferContent => ({
  ...values,
  title: values.title.trim(),
  age: values.age.trim(),
  location: values.location.trim(),
  description: values.description.trim(),
  estimatedValue: readAmount(values.estimatedValue) || null,
  lowestPrice: readAmount(values.lowestPrice) || null,
});

const isSame = (one: OfferContent, other: OfferContent): boolean => {
  const essence = ({ media, receipt, ...texts }: OfferContent) =>
    JSON.stringify([texts, media.map(({ url }) => url), receipt?.url]);
  return essence(one) === essence(other);
};

/** Returns what an earlier page kept of this offer, if nothing newer was saved since but what that page sent. */
const keptOf = (offer: Offer, owner: string): OfferValues | null => {
  const kept = unsaved(offer._id).read(owner);
  if (!kept) return null;
  const before = toValues(offer);
  const isOwnSave =
    kept.revision === offer.revision - 1 &&
    kept.sent !== null &&
    isSame(toContent(before), toContent({ ...before, ...kept.sent }));
  return kept.revision === offer.revision || isOwnSave ? { ...before, ...kept.values } : null;
};

export const createOfferSaver = (offer: Offer) => {
  const id = offer._id;
  const owner = ownerNow();
  const kept = keptOf(offer, owner);
  const store = createStore<SaverState>()(() => ({
    values: kept ?? toValues(offer),
    revision: offer.revision,
    state: kept ? "waiting" : "saved",
    message: null,
  }));
  const get = store.getState;
  let sent: OfferValues | null = null;
  let failure: unknown = null;
  const keep = (): void => {
    const { state, revision, values } = get();
    unsaved(id).keep(owner, state === "saved" ? null : { revision, values, sent });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void now(), ms);
  };
  const now = (): Promise<void> => {
    clearTimeout(timer);
    running ??= saveOnce().finally(() => {
      running = null;
    });
    return running;
  };
  const saveOnce = async (): Promise<void> => {
    const { revision } = get();
    // A save without an answer is sent again unchanged, because the server may have it and then refuses anything else.
    sent ??= get().values;
    const values = sent;
    keep();
    try {
      const saved = await saveOffer(id, { ...toContent(values), revision });
      const isNewest = get().values === values;
      sent = null;
      store.setState({ revision: saved.revision, state: isNewest ? "saved" : "waiting", message: null });
      keep();
      if (!isNewest) later(0);
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      failure = error;
      if (isFinal) sent = null;
      store.setState({ state: isFinal ? "refused" : "failed", message: messageOf(error, "Failed to save") });
      if (!isFinal) later(RETRY_MS);
    }
  };

  if (kept) later(0);
  return {
    store,
    change: (changed: Partial<OfferValues>): void => {
      const values = { ...get().values, ...changed };
      store.setState({ values, state: "waiting" });
      keep();
      later(SAVE_AFTER_MS);
    },
    changeMedia: (media: Media[]): void => {
      const known = get()
        .values.media.map(({ url }) => url)
        .join();
      if (media.map(({ url }) => url).join() !== known) {
        const values = { ...get().values, media };
        store.setState({ values, state: "waiting" });
        keep();
        later(0);
      }
    },
    /** Saves what is not saved. Throws if that fails. */
    flush: async (): Promise<number> => {
      while (get().state !== "saved") {
        await now();
        if (get().state === "failed" || get().state === "refused") throw failure;
      }
      return get().revision;
    },
    stop: (): void => clearTimeout(timer),
  };
};
export type OfferSaver = ReturnType<typeof createOfferSaver>;
