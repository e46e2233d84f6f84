// One connection over either transport: it opens, sends commands and receives events. A lost connection is never
// reused.
import type { ErrorBody, ErrorCode } from "@jara/shared/errors";
import type { Answer, CommandData, CommandName, EventName } from "@jara/shared/live-commands";

export interface Wire {
  /** Calls back once: with the answer, or with null if the connection was lost before it came. */
  send<C extends CommandName>(command: C, data: CommandData<C>, answered: (answer: Answer<C> | null) => void): void;
  /** Cuts the connection. */
  drop(): void;
}

export interface WireEvents {
  /** `data` may be shared with other connections: never change it. */
  received(type: EventName, data: unknown): void;
  lost(): void;
}

/** Rejects with `NotOpened`. */
export type OpenWire = (url: string, token: string | null, events: WireEvents) => Promise<Wire>;

export class NotOpened extends Error {
  /** The server's own refusal, if it gave one. */
  readonly code: ErrorCode | null;
  readonly retryAfterMs: number | null;

  constructor(reason: string, refusal: Partial<Pick<ErrorBody, "code" | "retryAfterMs">> = {}) {
    super(reason);
    this.code = refusal.code ?? null;
    this.retryAfterMs = refusal.retryAfterMs ?? null;
  }
}

/** A server that needs longer is not worth waiting for. */
export const OPENS_WITHIN_MS = 20_000;
