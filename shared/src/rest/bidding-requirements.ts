// What bidders must have done before they bid, as calls take and give it.
import * as z from "zod/mini";

export const requirementsSchema = z.strictObject({ phone: z.boolean(), document: z.boolean(), approval: z.boolean() });
