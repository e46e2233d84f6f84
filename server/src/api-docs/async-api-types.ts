// The types of the part of AsyncAPI 3.0 that the live API's document uses.

export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}
export interface Reference {
  readonly $ref: string;
}
export interface Message {
  readonly name: string;
  readonly title: string;
  readonly summary?: string;
  readonly payload: JsonSchema;
  readonly correlationId?: { readonly location: string };
  readonly examples: readonly { readonly name?: string; readonly payload: unknown }[];
}
export interface Operation {
  readonly action: "receive" | "send";
  readonly channel: Reference;
  readonly title: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly { readonly name: string }[];
  readonly security?: readonly Reference[];
  readonly messages: readonly Reference[];
  readonly reply?: { readonly channel: Reference; readonly messages: readonly Reference[] };
}
export interface Channel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: Record<string, Message>;
}
export type Transport = "socketIo" | "webSocket";
export interface AsyncApiDocument {
  readonly asyncapi: "3.0.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: Record<Transport, Channel>;
  readonly operations: Record<string, Operation>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly securitySchemes: object };
  readonly [more: string]: unknown;
}
