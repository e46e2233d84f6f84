// Reads what PostgreSQL's programs print, for a sentence to the operator.

/** The last error of the output, without its time and level. */
export const lastProblem = (output: string): string => {
  const lines = output.split("\n").map((line) => line.trim());
  const problem = lines.findLast((line) => /\b(FATAL|PANIC|error|could not)\b/i.test(line)) ?? lines.findLast(Boolean);
  return (problem ?? "it says nothing").replace(/^.*?\b(FATAL|PANIC|LOG|error):\s*/i, "").replace(/\.$/, "");
};
