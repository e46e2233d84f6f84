// Says whether PostgreSQL's own programs for backups are installed, as `jara backup` looks for them.
import { findPgProgram } from "../../src/tools/operator/pg-programs.ts";

export const hasPgPrograms = (): boolean => findPgProgram("pg_dump") !== null && findPgProgram("pg_restore") !== null;
