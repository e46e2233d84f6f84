// Reads XML chunk by chunk. Names lose their prefix, because some programs write `x:row`. A document type is refused, so that
// no entity can be defined.
import { setImmediate as breathe } from "node:timers/promises";
import { SaxesParser } from "saxes";

type Attributes = Readonly<Record<string, string | undefined>>;

export interface XmlReader {
  /** `path`: the names of the open elements; the last one is this one. */
  readonly open?: (tag: string, attributes: Attributes, path: readonly string[]) => void;
  readonly text?: (text: string, path: readonly string[]) => void;
  readonly close?: (tag: string) => void;
}

const DEPTH_MAX = 50;
const CHUNK = 16 * 1024;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Throws at XML that is not well-formed, and whatever the reader throws. */
export const readXml = async (chunks: AsyncIterable<Buffer>, { open, text, close }: XmlReader): Promise<void> => {
  const parser = new SaxesParser();
  const path: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("a document type");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (path.push(localName(name)) > DEPTH_MAX) throw new Error("elements in elements without end");
    open?.(localName(name), attributes, path);
  });
  parser.on("text", (found) => text?.(found, path));
  parser.on("cdata", (found) => text?.(found, path));
  parser.on("closetag", ({ name }) => {
    path.pop();
    close?.(localName(name));
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHUNK) {
      parser.write(decoder.decode(chunk.subarray(at, at + CHUNK), { stream: true }));
      await breathe();
    }
  }
  parser.write(decoder.decode());
  parser.close();
};
