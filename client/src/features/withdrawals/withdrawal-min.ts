// The smallest withdrawal. The server decides; this saves a round trip. Kept apart from the REST schemas, so that their
// validator is not loaded.
import type { WITHDRAWAL_MIN as Min } from "@jara/shared/rest/withdrawals";

export const WITHDRAWAL_MIN: typeof Min = 100;
