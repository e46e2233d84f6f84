// Makes the bid receipts of accepted commands: one signature for a batch, when its first answer is written. Nothing
// here runs before the commit, and the engine works without it.
import { createHmac } from "node:crypto";
import { type BidReceipt, RECEIPT_PLACES } from "@jara/shared/bid-receipt";
import type { UserCommand } from "../../auction/commands.ts";
import type { Database } from "../../platform/database/database.ts";
import { leafHash } from "../../platform/signing/merkle.ts";
import { PaddedTree } from "../../platform/signing/padded-tree.ts";
import { checkpointText, type NoteSigner, noteSigner, signedNote } from "../../platform/signing/signed-note.ts";
import type { Waiting } from "../batch.ts";
import type { Answered, Outcome, ReceiptSource } from "../outcome.ts";
import { createLotsThen, lotNow } from "./lot-then.ts";
import { RememberedReceipts } from "./remembered-receipts.ts";
import { type LotThen, statedOf, statementText } from "./statement.ts";

/** 16 bytes in hexadecimal. */
const SALT_LENGTH = 32;

export interface ReceiptKeys {
  readonly host: string;
  readonly seeds: readonly [Uint8Array, ...Uint8Array[]];
}

interface Log {
  error(details: object, message: string): void;
}

/**
 * A command is carried out before its receipt is made. If making the receipt fails, the error is logged, and the answer
 * has no receipt.
 */
export class BidReceipts implements ReceiptSource {
  readonly #signers: readonly NoteSigner[];
  readonly #origin: string;
  readonly #saltKey: Uint8Array;
  readonly #log: Log;
  readonly #remembered = new RememberedReceipts();
  readonly #lotThen: ReturnType<typeof createLotsThen>;

  constructor({ host, seeds }: ReceiptKeys, database: Pick<Database, "db">, log: Log) {
    this.#log = log;
    this.#origin = `${host}/bid-receipts`;
    this.#signers = seeds.map((seed) => noteSigner(this.#origin, seed));
    this.#saltKey = seeds[0];
    this.#lotThen = createLotsThen(database);
  }

  /** The receipts of a batch that is committed. Costs nothing until the first one is asked for. */
  ofCommit(decided: readonly Waiting[], isCommitted: (auctionId: string) => boolean, at: number): ReceiptSource {
    let receipts: Map<string, BidReceipt> | null = null;
    const make = (): Map<string, BidReceipt> => {
      try {
        return this.#ofBatch(decided, isCommitted, at);
      } catch (error) {
        this.#failed(error);
        return new Map();
      }
    };
    return {
      receiptOf: (command) => {
        receipts ??= make();
        const receipt = receipts.get(command.commandId) ?? null;
        if (receipt) this.#remembered.add(command, receipt);
        return receipt;
      },
    };
  }

  /**
   * The receipt of a command that was sent again: the same one if this node made it, otherwise a new note for its
   * statement.
   */
  async receiptOf(command: UserCommand, answered: Answered): Promise<BidReceipt | null> {
    try {
      return this.#remembered.get(command) ?? (await this.#madeAnew(command, answered));
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  #failed(error: unknown): void {
    this.#log.error({ err: error }, "a bid receipt could not be made");
  }

  #ofBatch(
    decided: readonly Waiting[],
    isCommitted: (auctionId: string) => boolean,
    at: number,
  ): Map<string, BidReceipt> {
    const texts = new Map<string, string>();
    for (const { pending, outcome, after } of decided) {
      const { command } = pending;
      if (!("commandId" in command) || !isCommitted(command.auctionId)) continue;
      const text = this.#statementOf(command, outcome, at, () => lotNow(after));
      if (text !== null) texts.set(command.commandId, text);
    }
    return this.#signed(texts);
  }

  async #madeAnew(command: UserCommand, { outcome, at }: Answered): Promise<BidReceipt | null> {
    if (at === null || !outcome.ok) return null;
    const stated = statedOf(outcome.data);
    const lot = stated && (await this.#lotThen(command.auctionId, stated.version));
    const text = lot && this.#statementOf(command, outcome, at, () => lot);
    // Another answer to the same command may have made it meanwhile.
    const made = this.#remembered.get(command);
    if (made || !text) return made;
    const receipt = this.#signed(new Map([[command.commandId, text]])).get(command.commandId) ?? null;
    if (receipt) this.#remembered.add(command, receipt);
    return receipt;
  }

  #statementOf(command: UserCommand, outcome: Outcome, at: number, lot: () => LotThen): string | null {
    const stated = outcome.ok ? statedOf(outcome.data) : null;
    return stated && statementText(command, stated, lot(), at, this.#saltOf(command));
  }

  /** The salt is always the same for a command, and only readers of the receipt know it. */
  #saltOf({ userId, commandId }: UserCommand): string {
    const hmac = createHmac("sha256", this.#saltKey).update(`bid receipt\n${userId}\n${commandId}`);
    return hmac.digest("hex").slice(0, SALT_LENGTH);
  }

  /** `texts`: the statements by their command ids. */
  #signed(texts: ReadonlyMap<string, string>): Map<string, BidReceipt> {
    const tree = new PaddedTree([...texts.values()].map(leafHash), RECEIPT_PLACES);
    const note = signedNote(checkpointText(this.#origin, RECEIPT_PLACES, tree.root), this.#signers);
    return new Map(
      [...texts].map(([commandId, statement], n) => [
        commandId,
        { statement, index: tree.placeOf(n), path: tree.pathOf(n).toString("base64"), note },
      ]),
    );
  }
}
