// The global setup of all tests on PGlite: makes the migrated database that each test copies, because each worker would
// make one of its own. That takes 7 s of processor time; a process of its own does it, with WebAssembly that is not
// optimised.
import { spawnSync } from "node:child_process";
import path from "node:path";

const make = `await (await import(${JSON.stringify(path.join(import.meta.dirname, "fresh-database.ts"))})).migratedFolder();`;

export default (): void => {
  const args = ["--liftoff-only", "--import", "tsx", "--input-type=module", "--eval", make];
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: "inherit" });
  if (status !== 0) throw new Error("the migrated PGlite was not made");
};
