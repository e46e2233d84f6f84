// The version of REST and the live API, which both documents state. docs/api-versions.md says when it changes.
export const API_VERSION = "1.4.0";

/**
 * The API of the last release: the site's version, the API's version, and a hash of each document without its words for
 * people. A test fails if a document has changed since that release and `API_VERSION` has not. It also fails after a
 * newer release, until this constant describes that one.
 */
export const RELEASED_API = {
  release: "0.2.0",
  version: "1.3.0",
  openApi: "4611bf39a6955e39",
  asyncApi: "39e4b124da092c73",
};
