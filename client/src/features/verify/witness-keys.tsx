// Lists the witnesses whose keys the reader keeps, takes one more key, and explains the use of these keys.
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import type { KeptWitnesses } from "./kept-witnesses.ts";

/** The check needs the verifier, which is loaded late. */
const isWitness = async (vkey: string): Promise<boolean> => {
  const { COSIGNATURE, parseVkey } = await import("@jara/proof/signed-note");
  return parseVkey(vkey)?.type === COSIGNATURE;
};

const nameOf = (vkey: string): string => vkey.split("+")[0] ?? "";

export const WitnessKeys = ({ kept }: { kept: KeptWitnesses }) => {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const vkey = text.trim();
    if (!(await isWitness(vkey))) {
      setError(
        "This is not the key of a witness. It looks like witness.example/w1+1a2b3c4d+BD…, and must be complete.",
      );
      return;
    }
    kept.keep(vkey);
    setText("");
    setError(null);
  };
  return (
    <section aria-labelledby="witnesses" className="grid max-w-prose gap-3">
      <h3 id="witnesses" className="font-bold">
        Witnesses you trust
      </h3>
      <p className="text-ink-soft">
        A witness is somebody else who signs the log too, and who never signs two different ones. Its key is a line of
        letters by which this page knows its signature. We list our witnesses, but a key that you have from us alone
        could be ours. So ask a witness that you trust for its key, and keep it here. It stays on this device.
      </p>
      {kept.keys.length > 0 && (
        <ul className="grid gap-2">
          {kept.keys.map((vkey) => (
            <li key={vkey} className="grid grid-cols-[1fr_auto] items-center gap-3">
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">{nameOf(vkey)}</span>
                <span className="block text-ink-soft text-sm wrap-anywhere">{vkey}</span>
              </span>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Remove ${nameOf(vkey)}`}
                onClick={() => kept.remove(vkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <Field label="Key of a witness" error={error}>
          <Input value={text} autoComplete="off" spellCheck={false} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button type="submit" variant="secondary" className="sm:mt-6">
          Keep this key
        </Button>
      </form>
    </section>
  );
};
