// Tests how the flooder finds the end of an answer: with a length, in chunks, without a body, in parts.
import { expect, it } from "vitest";
import { AnswerReader } from "../trust/floods/answer-reader.ts";

const head = (status: number, ...lines: string[]): string => [`HTTP/1.1 ${status} X`, ...lines, "", ""].join("\r\n");
const answers: readonly (readonly [what: string, status: number, text: string])[] = [
  ["a length", 200, `${head(200, "Content-Length: 11")}0\r\n\r\nabcdef`],
  ["chunks", 200, `${head(200, "Transfer-Encoding: chunked")}3\r\nabc\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n`],
  ["no body", 304, head(304, "etag: x")],
  ["a refusal", 429, `${head(429, "retry-after: 7", "content-length: 2")}{}`],
];

it.each(answers)("finds the end of an answer with %s, whole and in parts of one byte", (_, status, text) => {
  const reader = new AnswerReader();
  const retryAfterSeconds = status === 429 ? 7 : 1;
  for (let again = 0; again < 2; again++)
    expect(reader.read(Buffer.from(text))).toMatchObject({ status, retryAfterSeconds });
  const parts = [...text].map((letter) => reader.read(Buffer.from(letter)));
  expect(parts.at(-1)).toMatchObject({ status, retryAfterSeconds });
});
