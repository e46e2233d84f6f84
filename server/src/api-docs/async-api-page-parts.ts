// HTML parts of the live API's page: inline text, code, and a schema as a table of fields. They must escape all text.
import { escapeHtml } from "../platform/lib/escape-html.ts";
import type { JsonSchema } from "./async-api-schemas.ts";

/** Plain text. Text in backticks becomes code. */
export const words = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
export const paragraphs = (text: string): string =>
  text
    .split("\n\n")
    .map((paragraph) => `<p>${words(paragraph)}</p>`)
    .join("");

/** `bid:place` → `bid-place`, for an anchor. */
export const slug = (name: string): string => name.replace(/\W+/g, "-");

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The same example on both transports. */
export const sideBySide = (socketIo: string, webSocket: string): string =>
  `<div class="carriers"><figure><figcaption>Socket.IO</figcaption>${code(socketIo)}</figure>` +
  `<figure><figcaption>Plain WebSocket</figcaption>${code(webSocket)}</figure></div>`;

const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.split("/").at(-1);
const shapeLink = (name: string): string => `<a href="#shape-${slug(name)}">${escapeHtml(name)}</a>`;
/** A link to a schema's own table. */
export const linkTo = (schema: JsonSchema): string => shapeLink(nameOf(schema) ?? "");
const literal = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

/** If a schema only wraps another one to add a description, returns the inner schema. */
const unwrapped = (schema: JsonSchema): JsonSchema =>
  schema.allOf?.length === 1 ? (schema.allOf[0] ?? schema) : schema;
const isNull = ({ type }: JsonSchema): boolean => type === "null";

/** Describes a value's type in a few words. */
const typeOf = (given: JsonSchema): string => {
  const schema = unwrapped(given);
  const name = nameOf(schema);
  if (name) return shapeLink(name);
  if (schema.anyOf) {
    const others = schema.anyOf.filter((one) => !isNull(one)).map(typeOf);
    return [...others, ...(schema.anyOf.some(isNull) ? ["null"] : [])].join(" or ");
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(" or ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => plainType({ ...schema, type })).join(" or ");
  return plainType(schema);
};
const plainType = (schema: JsonSchema): string => {
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  if (schema.type === "integer") return "whole number";
  if (schema.type === "string" && schema.format === "date-time") return "time";
  if (schema.type === "string" && schema.format === "uuid") return "UUID";
  if (schema.type === "boolean") return "true or false";
  return String(schema.type ?? "anything");
};

/** Lists the fields of an unnamed nested schema in the same table, below their parent. */
const rowsOf = (schema: JsonSchema, path: string): string =>
  Object.entries(schema.properties ?? {})
    .map(([field, given]) => {
      const full = `${path}${field}`;
      const inner = unwrapped(given);
      const optional = schema.required?.includes(field) ? "" : ' <span class="note">optional</span>';
      const nested = nestedOf(inner);
      return (
        `<tr><th scope="row"><code>${escapeHtml(full)}</code>${optional}</th><td>${typeOf(inner)}</td>` +
        `<td>${words(given.description ?? inner.description ?? "")}</td></tr>${nested ? rowsOf(nested[1], `${full}${nested[0]}`) : ""}`
      );
    })
    .join("");

const nestedOf = (schema: JsonSchema): readonly [string, JsonSchema] | null => {
  if (schema.properties) return [".", schema];
  if (schema.items?.properties) return ["[].", schema.items];
  const inAny = schema.anyOf?.find((one) => one.properties);
  return inAny ? [".", inAny] : null;
};

/** Renders a schema as a table, or as a sentence if it has no fields. */
export const fieldTable = (given: JsonSchema, caption: string): string => {
  const schema = unwrapped(given);
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    return (
      `<table><caption>${words(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">What</th>` +
      `<th scope="col">Meaning</th></tr></thead><tbody>${rowsOf(schema, "")}</tbody></table>`
    );
  }
  if (schema.properties) return `<p class="caption">${words(caption)}: <code>{}</code></p>`;
  return `<p class="caption">${words(caption)}: ${typeOf(schema)}</p>`;
};
