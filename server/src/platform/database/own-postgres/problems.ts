// Turns what PostgreSQL's programs and the operating system report into a sentence for the operator.

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/No space left|ENOSPC|Disk quota|EDQUOT/, "Free space on that disk. Nothing that was saved is lost."],
  [/user does not exist/, "Add this user to /etc/passwd, or name a PostgreSQL in DATABASE_URL."],
  [/Read-only|EROFS/, "Make the file system writable, or set DATA_DIR to another folder."],
  [
    /ermission denied|EACCES|EPERM|wrong ownership/,
    "Start the program as the user that owns the folder, or set DATA_DIR to another folder.",
  ],
];

const adviceOn = (problem: string): string | undefined => ADVICE.find(([pattern]) => pattern.test(problem))?.[1];

const withAdvice = (problem: string): string =>
  [`${problem.replace(/\.$/, "")}.`, adviceOn(problem) ?? ""].join(" ").trim();

/** An error is followed by those that it causes. */
const KEPT_LINES = 20;
/** Answers to connections that come too early. */
const TOO_EARLY = /the database system is/;

/** The last error of the output, without its time and level, and what to do. */
export const lastProblem = (output: string): string => {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !TOO_EARLY.test(line))
    .slice(-KEPT_LINES);
  const problem =
    lines.findLast((line) => adviceOn(line) !== undefined) ??
    lines.findLast((line) => /\b(FATAL|PANIC|error|could not)\b/i.test(line)) ??
    lines.at(-1);
  return withAdvice((problem ?? "it says nothing").replace(/^.*?\b(FATAL|PANIC|LOG|error):\s*/i, ""));
};

/** Null for an error that the operating system did not report. */
export const systemProblem = (error: unknown): string | null => {
  const { syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === undefined ? null : withAdvice(message);
};
