// The schema of every time in a REST answer: ISO 8601 UTC with milliseconds. It does not check the format, because the
// server made the time itself; the OpenAPI document gives it the format `date-time`.
import * as z from "zod/mini";

export const wireTime = z.string();
