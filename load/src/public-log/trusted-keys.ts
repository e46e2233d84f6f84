// Decides which keys are the house's: those that the verifier was given or remembers, and a new key only if an already
// trusted key has signed the same checkpoint. Otherwise somebody who takes over the site could give it their own keys.
import { parseCheckpoint } from "@jara/proof/checkpoint";
import { type Key, parseVkey, signersOf, toVkey } from "@jara/proof/signed-note";
import type { Findings } from "./findings.ts";
import type { IndexOfLogs } from "./index-of-logs.ts";

export interface Trust {
  readonly logKeys: readonly Key[];
  readonly receiptKeys: readonly Key[];
  readonly verdictKeys: readonly Key[];
}

/**
 * `given`: the keys of `--key`. `remembered`: those of the state file. If there are neither, the site's own keys are
 * trusted, once.
 */
export const trustedKeys = (
  index: IndexOfLogs,
  checkpoints: readonly string[],
  given: readonly Key[],
  remembered: readonly Key[],
  findings: Findings,
): Trust => {
  const offered = [...index.keys, ...index.receiptKeys, ...(index.verdictKeys ?? [])];
  const known = [...given, ...remembered];
  if (known.length === 0) {
    const names = offered.map(toVkey).join(", ");
    findings.notice(
      `This is the first run, so the house's keys were taken on trust. Compare them with somebody: ${names}`,
    );
    return { logKeys: index.keys, receiptKeys: index.receiptKeys, verdictKeys: index.verdictKeys ?? [] };
  }
  const logKeys = [...known, ...vouchedFor(index.keys, checkpoints, known)];
  // One key signs logs, receipts and verdicts, under three names.
  const isTrusted = ({ publicKey }: Key): boolean => logKeys.some((key) => isSameMaterial(key.publicKey, publicKey));
  return {
    logKeys,
    receiptKeys: [...known, ...index.receiptKeys].filter(isTrusted),
    verdictKeys: [...known, ...(index.verdictKeys ?? [])].filter(isTrusted),
  };
};

const vouchedFor = (offered: readonly Key[], checkpoints: readonly string[], known: readonly Key[]): Key[] => {
  // The same material under another name is the same key: log 2 has the key of log 1.
  const renamed = offered.filter((key) => known.some(({ publicKey }) => isSameMaterial(publicKey, key.publicKey)));
  const rotated = checkpoints.flatMap((text) => {
    const note = parseCheckpoint(text)?.note;
    const signers = note && signersOf(note, [...known, ...renamed, ...offered]);
    return signers?.some((key) => known.includes(key) || renamed.includes(key)) ? signers : [];
  });
  return [...renamed, ...rotated];
};

const isSameMaterial = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export const parseKeys = (vkeys: readonly string[]): Key[] => vkeys.map(parseVkey).filter((key) => key !== null);

export const vkeysOf = ({ logKeys, receiptKeys, verdictKeys }: Trust): string[] => [
  ...new Set([...logKeys, ...receiptKeys, ...verdictKeys].map(toVkey)),
];
