// Metrics of database statements as the server sees them: how many are in progress, how long they take, and whether the
// database answered.
import { Counter, Gauge, type Registry } from "prom-client";
import { aroundStatements, type Database } from "../database/database.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import { StatementUnanswered } from "../database/unanswered-statements.ts";
import { BOUNDS_IN_SECONDS } from "./histogram-bounds.ts";
import { createDistribution } from "./tally.ts";

export interface DatabaseObserver {
  sent(): void;
  answered(ms: number): void;
  failed(result: "refused" | "unanswered" | "disconnected"): void;
}

export const observeStatements = (registry: Registry): DatabaseObserver => {
  let underWay = 0;
  new Gauge({
    name: "jara_database_statements_waiting",
    help: "Statements sent and not yet answered.",
    registers: [registry],
    collect() {
      this.set(underWay);
    },
  });
  const seconds = createDistribution(
    { registry, name: "jara_database_seconds", help: "From sending a statement to the database's answer." },
    BOUNDS_IN_SECONDS,
  );
  const failures = new Counter({
    name: "jara_database_failures_total",
    help: "Statements without a result: refused by the database, unanswered in time, or their connection lost.",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of ["refused", "unanswered", "disconnected"]) failures.inc({ result }, 0);
  return {
    sent: () => {
      underWay++;
    },
    answered: (ms) => {
      underWay--;
      seconds(ms / 1000);
    },
    failed: (result) => {
      underWay--;
      failures.inc({ result });
    },
  };
};

/** Returns the same database with its statements observed. */
export const observedDatabase = (database: Database, observe: DatabaseObserver): Database =>
  aroundStatements(database, async (run) => {
    observe.sent();
    const sentAt = performance.now();
    try {
      const result = await run();
      observe.answered(performance.now() - sentAt);
      return result;
    } catch (error) {
      observe.failed(resultOf(error));
      throw error;
    }
  });

const resultOf = (error: unknown): Parameters<DatabaseObserver["failed"]>[0] => {
  if (error instanceof StatementUnanswered) return "unanswered";
  return isDatabaseAway(error) ? "disconnected" : "refused";
};
