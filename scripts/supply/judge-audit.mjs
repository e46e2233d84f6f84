// Interprets the registry's answer about known vulnerabilities. `answer` is the output of `pnpm audit --json`;
// `allowed` is the list in audit-allowed.json: `{id, reason, until}`, each for one advisory and until the end of one
// day.

const weights = ["info", "low", "moderate", "high", "critical"];

/**
 * Null if it is not an answer; `{asked: false, why}` if the registry could not be asked; otherwise `{asked: true,
 * failing, allowed, minor}`: lines on advisories of moderate severity or higher that nothing allows (any longer), lines
 * on the allowed ones, and the number of lower ones.
 */
export const judgeAudit = (answer, allowed, today) => {
  const report = parse(answer);
  if (report?.error) return { asked: false, why: String(report.error.message).replace(/\s+/g, " ").trim() };
  if (!report?.advisories) return null;
  const judged = { asked: true, failing: [], allowed: [], minor: 0 };
  for (const advisory of Object.values(report.advisories)) {
    // An unknown severity counts as high.
    const weight = weights.indexOf(advisory.severity);
    if (weight === 0 || weight === 1) {
      judged.minor++;
      continue;
    }
    const ids = [advisory.github_advisory_id, ...(advisory.cves ?? []), String(advisory.id)];
    const allowance = allowed.find(({ id }) => ids.includes(id));
    const line = `${advisory.severity}: ${advisory.module_name}, ${advisory.title} (${ids[0] ?? advisory.url})`;
    if (!allowance) judged.failing.push(line);
    else if (!/^\d{4}-\d\d-\d\d$/.test(allowance.until) || allowance.until < today) {
      judged.failing.push(`${line}: was allowed until ${allowance.until}`);
    } else if (!allowance.reason) judged.failing.push(`${line}: is allowed without a reason`);
    else judged.allowed.push(`${line}: allowed until ${allowance.until}, ${allowance.reason}`);
  }
  return judged;
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
