// Checks that a text is a UUID, and reads JSON that one driver parses and the other does not.
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether an id from outside is a valid database id. Accepts lower case only, because ids are compared as text. */
export const isUuid = (id: string): boolean => uuid.test(id);

/** Reads a json column, which one driver returns parsed and the other as text. */
export const fromJson = <T>(json: T | string): T => (typeof json === "string" ? (JSON.parse(json) as T) : json);
