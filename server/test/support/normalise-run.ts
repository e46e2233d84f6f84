// Normalises what two runs of one story showed, so that tests can compare them byte for byte.

/** Ids by their order of appearance, people by their part, times as one word. */
export const comparable = (value: unknown, names: Record<string, string> = {}): string => {
  const ids = new Map<string, string>();
  const named = Object.entries(names).reduce(
    (text, [name, part]) => text.replaceAll(name, part),
    JSON.stringify(value),
  );
  return (
    named
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, `id${ids.size + 1}`);
        return ids.get(id) ?? "";
      })
      // A bid receipt hides the other commands of its batch behind random bytes, whose number is always the same.
      .replace(
        /"index":\d+,"path":"[\w+/]{427}=","note":"([^\\]+\\n1024\\n)[\w+/]{43}=(\\n\\n— [^ ]+ )[\w+/=]{92}\\n"/g,
        "$1 $2",
      )
      .replace(/(\\"salt\\":\\")[\da-f]{32}/g, "$1salt")
      // A settlement's reference is made from its id.
      .replace(/JARA(-[0-9A-F]{4}){3}/g, "reference")
      // A duration counts as a time too, because it differs between two runs. The text of an answer has backslashes.
      .replace(/(\\*")(extendedBy|duration)(\\*"):[\d.]+/g, "$1$2$3:time")
      .replace(/ends in \d+h \d+m/g, "ends in time")
      .replace(/\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z| \d\d:\d\d:\d\d( \(Lagos\)|\.\d{3}))/g, "time")
  );
};
