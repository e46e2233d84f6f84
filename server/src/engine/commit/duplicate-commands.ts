// Notes whether duplicate commands that the engine does not remember have arrived lately: commands sent again to
// another node or after a restart. They come in bursts, after a connection or a node is lost. Otherwise they are so
// rare that looking up every command would cost more than an occasional batch that fails.
import { performance } from "node:perf_hooks";

/** How long after the last duplicate the commit checks every command. */
const FOR_MS = 1_000;

export class DuplicateCommands {
  #until = 0;

  get lately(): boolean {
    return performance.now() < this.#until;
  }

  note(): void {
    this.#until = performance.now() + FOR_MS;
  }
}
