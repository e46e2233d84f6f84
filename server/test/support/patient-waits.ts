// Lets `vi.waitFor` wait as long as every other wait of the tests (vitest.workspace.ts). Its own second is too short on a
// busy machine.
import { vi } from "vitest";

const PATIENT_MS = 45_000;
const isPatient: unique symbol = Symbol.for("jara: patient");
type WaitFor = typeof vi.waitFor & { [isPatient]?: true };

// The files of a worker share `vi`.
if (!(vi.waitFor as WaitFor)[isPatient]) {
  const { waitFor } = vi;
  const patient: WaitFor = (callback, options) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: PATIENT_MS, ...options });
  patient[isPatient] = true;
  vi.waitFor = patient;
}
