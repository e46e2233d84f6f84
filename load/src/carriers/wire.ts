// One connection, whichever carrier it is: it opens, carries commands and events, and is gone for good when it is lost.
import type { ErrorBody, ErrorCode } from "@jara/shared/errors";
import type { Answer, CommandData, CommandName, EventName } from "@jara/shared/socket";

export interface Wire {
  /** Calls back once: with the answer, or with null where the connection was lost before one came. */
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
  /** The server's own refusal, where it said one. */
  readonly code: ErrorCode | null;
  readonly retryAfterMs: number | null;

  constructor(reason: string, refusal: Partial<Pick<ErrorBody, "code" | "retryAfterMs">> = {}) {
    super(reason);
    this.code = refusal.code ?? null;
    this.retryAfterMs = refusal.retryAfterMs ?? null;
  }
}

/** Longer than a server takes that is worth waiting for. */
export const OPENS_WITHIN_MS = 20_000;
