// The saver stores a lot draft as it is typed: shortly after a change, one save at a time, and again after a failure.
// Each save names the revision on which its text is based, so that it never replaces a save of another tab. It knows
// nothing of the screen.
import type { LotDraftContent, SavedLotDraft } from "@jara/shared/rest/lot-drafts";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";

const SAVE_AFTER_MS = 1_000;
const RETRY_FIRST_MS = 2_000;
const RETRY_LONGEST_MS = 30_000;

/**
 * `waiting`: typed, and about to be saved. `failed`: will be tried again. `refused`: the server will not take it.
 * `changed`: somebody else saved it, or another tab or device. `gone`: it was published or deleted.
 */
export type SaveState = "new" | "waiting" | "saving" | "saved" | "failed" | "refused" | "changed" | "gone";

interface SaverState {
  state: SaveState;
  id: string;
  /** 0 before the first save. */
  revision: number;
  savedAt: string | null;
  /** The reason why the server refused it. */
  message: string | null;
}

interface SaverOptions {
  id: string;
  revision: number;
  savedAt: string | null;
  send: (id: string, revision: number, content: LotDraftContent) => Promise<SavedLotDraft["draft"]>;
  /** Called with content that is not saved yet, and with null once it is. */
  keep: (kept: { id: string; revision: number; content: LotDraftContent } | null) => void;
}

const textOf = (content: LotDraftContent | null) => JSON.stringify(content);

/** Returns the draft's state after a save failed with this error. */
const stateAfter = (error: unknown): Pick<SaverState, "state"> | Pick<SaverState, "state" | "message"> => {
  const status = error instanceof ApiError ? error.status : 0;
  if (error instanceof ApiError && error.code === "DRAFT_CHANGED") {
    const other = error.body?.draft;
    const message = other
      ? `The other version is “${other.content.title.trim() || "Without a title"}”, saved ${lagosMoment(other.updatedAt)}.`
      : null;
    return { state: "changed", message };
  }
  if (status === 404) return { state: "gone" };
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) {
    return { state: "refused", message: messageOf(error, "This draft cannot be saved.") };
  }
  return { state: "failed" };
};

/** Runs a job now or later, never twice at once: a call during a run gets that run. */
const oneAtATime = (job: () => Promise<void>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  const now = (): Promise<void> => {
    clearTimeout(timer);
    running ??= job().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    now,
    /** Replaces an earlier call of `later` that has not run yet. */
    later: (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void now(), ms);
    },
    cancel: (): void => clearTimeout(timer),
    isRunning: (): boolean => running !== null,
  };
};

export type DraftSaver = ReturnType<typeof createDraftSaver>;

export const createDraftSaver = ({ id, revision, savedAt, send, keep }: SaverOptions) => {
  const store = createStore<SaverState>()(() => ({
    id,
    revision,
    savedAt,
    message: null,
    state: revision === 0 ? "new" : "saved",
  }));
  const get = store.getState;
  let latest: LotDraftContent | null = null;
  let savedText: string | null = null;
  let retryMs = RETRY_FIRST_MS;
  /** True once the draft was published. */
  let isOver = false;
  /** True while no form shows it. Then nothing is tried again, because somebody else may have logged in. */
  let isLeft = false;

  const isUnsaved = () => latest !== null && textOf(latest) !== savedText;

  const failed = (error: unknown): void => {
    const next = stateAfter(error);
    store.setState(next);
    if (next.state !== "failed") return;
    if (!isLeft && !isOver) saves.later(retryMs);
    retryMs = Math.min(retryMs * 2, RETRY_LONGEST_MS);
  };

  const saveAll = async (): Promise<void> => {
    while (latest && isUnsaved()) {
      const content = latest;
      store.setState({ state: "saving", message: null });
      try {
        const saved = await send(get().id, get().revision, content);
        savedText = textOf(content);
        retryMs = RETRY_FIRST_MS;
        store.setState({ revision: saved.revision, savedAt: saved.updatedAt, state: "saved" });
        // The text typed during the save belongs to the revision that is stored now.
        keep(isUnsaved() && latest ? { id: get().id, revision: saved.revision, content: latest } : null);
      } catch (error) {
        failed(error);
        return;
      }
    }
  };

  const saves = oneAtATime(saveAll);
  /** Saves now. Resolves once nothing is being sent, whether it was saved or not. */
  const save = saves.now;

  return {
    store,
    isUnsaved,
    save,

    /** `isSaved`: the server has this content already. */
    change: (content: LotDraftContent, isSaved = false): void => {
      if (isOver) return;
      latest = content;
      if (isSaved) savedText = textOf(content);
      if (!isUnsaved()) return;
      const { id: known, revision: over, state } = get();
      keep({ id: known, revision: over, content });
      if (state === "changed" || state === "gone") return;
      if (state !== "saving") store.setState({ state: "waiting" });
      if (!saves.isRunning()) saves.later(SAVE_AFTER_MS);
    },

    /** Keeps what is typed here as a draft of its own, after somebody else changed, published or deleted the other. */
    saveAsNew: (newId: string): Promise<void> => {
      savedText = null;
      store.setState({ id: newId, revision: 0, state: "waiting", message: null });
      return save();
    },

    /** Saves nothing any more, because the draft was published or deleted. */
    stop: (): void => {
      isOver = true;
      saves.cancel();
      latest = null;
      keep(null);
    },

    /** A form shows it. */
    open: (): void => {
      isLeft = false;
    },

    /** The form is left: the last save goes on without it. */
    leave: (): void => {
      isLeft = true;
      saves.cancel();
      const { state } = get();
      if (isUnsaved() && state !== "changed" && state !== "gone") void save();
    },
  };
};
