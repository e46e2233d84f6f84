// The name of the header with the idempotency key, kept apart from the REST schemas, so that the first page does not
// load their validator.
import type { IDEMPOTENCY_HEADER as Contract } from "@jara/shared/rest/common";

export const IDEMPOTENCY_HEADER: typeof Contract = "idempotency-key";
