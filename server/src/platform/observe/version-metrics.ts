// Gauges that say which program runs and which migrations its database has.
import { Gauge, type Registry } from "prom-client";
import type { MigrationStatus } from "../database/migrating/migration-status.ts";

export interface VersionSources {
  readonly version: string;
  /** Null if the database does not answer now. */
  readonly migrations: () => Promise<MigrationStatus | null>;
}

/** Returns a function to await before the registry is printed. */
export const showVersions = (registry: Registry, { version, migrations }: VersionSources): (() => Promise<void>) => {
  new Gauge({
    name: "jara_build_info",
    help: "1, with the version of this program and of Node.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const counts = new Gauge({
    name: "jara_migrations",
    help: "Migrations of the database: applied and known here, pending, and unknown (made by a newer version).",
    labelNames: ["state"],
    registers: [registry],
  });
  return async () => {
    const status = await migrations();
    // Remove unknown values, because 0 would mean that all is well.
    counts.reset();
    if (!status) return;
    counts.set({ state: "applied" }, status.applied.length);
    counts.set({ state: "pending" }, status.pending.length);
    counts.set({ state: "unknown" }, status.unknown);
  };
};
