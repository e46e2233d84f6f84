// A serializer without schema checks, for answers that hold many auctions. All other answers are serialized field by
// field through their schemas, which for five hundred auctions took a third of the request. These answers come from
// `toView` alone, which names each of its fields and also makes the live events.
export const uncheckedSerializer = { serializerCompiler: () => (data: unknown) => JSON.stringify(data) };
