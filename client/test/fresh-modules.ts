// Before each test file: forgets the modules and the mocks of the file before it, because the files of one worker share a
// process. The packages stay loaded, which is most of what a process of its own for each file would cost.
import { vi } from "vitest";

/** Vitest's register of mocks. Vitest empties it itself only where each file has a process. */
declare const __vitest_mocker__: { reset(): void };

__vitest_mocker__.reset();
vi.resetModules();
