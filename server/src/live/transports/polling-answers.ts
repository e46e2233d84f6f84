// The answers to the requests of one session of HTTP polling. The client asks for the next one after it has read the
// last. A client that asks again on another network connection, and leaves the last answer unread, is not believed as
// long as the answer waits in this process.
import type { ServerResponse } from "node:http";
import type { Unread } from "../unread.ts";

interface Answer {
  readonly response: ServerResponse;
  /** The position of its first byte. */
  readonly from: number;
}

/** A client reads one answer before it asks for the next. */
const UNREAD_ANSWERS = 4;

export class PollingAnswers {
  readonly #unread: Unread;
  #answers: Answer[] = [];

  constructor(unread: Unread) {
    this.#unread = unread;
  }

  /** Call when the client asks, before anything is written into the response. */
  asked(response: ServerResponse | null | undefined): void {
    if (!response) return;
    this.#answers = this.#answers.filter((answer) => isWaiting(answer.response));
    const { written } = this.#unread;
    this.#unread.readTo(this.#answers[0]?.from ?? written);
    this.#answers.push({ response, from: written });
    if (this.#answers.length > UNREAD_ANSWERS) this.#unread.terminate();
  }

  /** Closes the network connections on which answers wait. */
  reset(): void {
    for (const { response } of this.#answers) if (isWaiting(response)) response.socket?.resetAndDestroy();
    this.#answers = [];
  }
}

const isWaiting = (response: ServerResponse): boolean => !response.writableFinished && !response.destroyed;
