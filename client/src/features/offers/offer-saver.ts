// Saves an offer as it is typed: shortly after a change, one save at a time, and again after a failure. What is not saved
// yet is also kept in the browser, so that a reload loses nothing. Knows nothing of the screen.
import type { Media } from "@jara/shared/auction";
import type { Offer, OfferContent } from "@jara/shared/rest/offers";
import { readAmount, writtenAmount } from "@jara/shared/typed-amount";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "../../lib/api.ts";
import { saveOffer } from "./queries.ts";

const SAVE_AFTER_MS = 800;
const RETRY_MS = 4_000;

/** The content as it is typed. */
export interface OfferValues extends Omit<OfferContent, "estimatedValue"> {
  estimatedValue: string;
}

interface SaverState {
  values: OfferValues;
  revision: number;
  /** `failed`: is tried again. `refused`: the server will not take it. */
  state: "saved" | "waiting" | "failed" | "refused";
  message: string | null;
}

const keyOf = (id: string): string => `offer-${id}`;

export const toValues = (offer: OfferContent): OfferValues => ({
  title: offer.title,
  description: offer.description,
  age: offer.age,
  category: offer.category,
  condition: offer.condition,
  workingCondition: offer.workingCondition,
  estimatedValue: offer.estimatedValue === null ? "" : writtenAmount(offer.estimatedValue),
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
});

/** Returns what an earlier page kept of this offer, if nothing newer was saved since. */
const keptOf = ({ _id, revision }: Offer): OfferValues | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(_id)) ?? "null");
    return kept?.revision === revision ? { ...toValues(kept.values), ...kept.values } : null;
  } catch {
    return null;
  }
};
const keep = (id: string, kept: { revision: number; values: OfferValues } | null): void => {
  try {
    if (kept) localStorage.setItem(keyOf(id), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // Storage can be full or forbidden; the server's copy is what counts.
  }
};

export const createOfferSaver = (offer: Offer) => {
  const id = offer._id;
  const kept = keptOf(offer);
  const store = createStore<SaverState>()(() => ({
    values: kept ?? toValues(offer),
    revision: offer.revision,
    state: kept ? "waiting" : "saved",
    message: null,
  }));
  const get = store.getState;
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
    const { values, revision } = get();
    try {
      const saved = await saveOffer(id, { ...toContent(values), revision });
      const isNewest = get().values === values;
      store.setState({ revision: saved.revision, state: isNewest ? "saved" : "waiting", message: null });
      keep(id, isNewest ? null : { revision: saved.revision, values: get().values });
      if (!isNewest) later(0);
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
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
      keep(id, { revision: get().revision, values });
      later(SAVE_AFTER_MS);
    },
    changeMedia: (media: Media[]): void => {
      const known = get()
        .values.media.map(({ url }) => url)
        .join();
      if (media.map(({ url }) => url).join() !== known) {
        const values = { ...get().values, media };
        store.setState({ values, state: "waiting" });
        keep(id, { revision: get().revision, values });
        later(0);
      }
    },
    /** Saves what is not saved. Throws if that fails. */
    flush: async (): Promise<number> => {
      while (get().state !== "saved") {
        await now();
        if (get().state === "failed" || get().state === "refused") throw new Error(get().message ?? "Failed to save");
      }
      return get().revision;
    },
    stop: (): void => clearTimeout(timer),
  };
};
export type OfferSaver = ReturnType<typeof createOfferSaver>;
