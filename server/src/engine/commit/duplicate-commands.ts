// Whether repeated commands are about: those that the engine does not remember, sent again to another node or after a
// restart. They come in swarms, after a connection or a node was lost, and are otherwise so rare that looking for one
// with every command costs more than a batch that fails.
import { performance } from "node:perf_hooks";

/** After the last one. */
const FOR_MS = 1_000;

export class RepeatsMet {
  #until = 0;

  get lately(): boolean {
    return performance.now() < this.#until;
  }

  note(): void {
    this.#until = performance.now() + FOR_MS;
  }
}
