// Loses an answer of the database: the statement is carried out, and then its connection breaks.
import type { Database } from "../../src/platform/database/database.ts";
import { OutcomeUnknown } from "../../src/platform/database/transaction-connections.ts";
import type { TestServer } from "./e2e-server.ts";

/**
 * The server never gets the answer to the next commit with an event of this type. The result says whether that has
 * happened.
 */
export const loseAnswer = ({ server }: Pick<TestServer, "server">, eventType: string): (() => boolean) => {
  const database = server.database as { query: Database["query"] };
  const { query } = database;
  let isLost = false;
  database.query = async (text, params) => {
    const isCommitToLose =
      text.includes("auction_events") && params?.some((param) => String(param).includes(eventType)) === true;
    if (isCommitToLose) database.query = query;
    const rows = await query(text, params);
    if (!isCommitToLose) return rows as never;
    isLost = true;
    throw new Error("connection lost");
  };
  return () => isLost;
};

/**
 * The server never gets the answer to the COMMIT that makes the next lot. Returns a function that says whether this has
 * happened.
 */
export const loseAnswerOfNewLot = ({ server }: Pick<TestServer, "server">): (() => boolean) => {
  const database = server.database as { transaction: Database["transaction"] };
  const { transaction } = database;
  let isLost = false;
  database.transaction = async (work, limits) => {
    const made = await transaction(work, limits);
    if (isLost || !(made && typeof made === "object" && "startingPriceMinor" in made)) return made;
    isLost = true;
    database.transaction = transaction;
    throw new OutcomeUnknown(new Error("connection lost"));
  };
  return () => isLost;
};
