// Checks that a text is a UUID.
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether an id from outside is a valid database id. Accepts lower case only, because ids are compared as text. */
export const isUuid = (id: string): boolean => uuid.test(id);
