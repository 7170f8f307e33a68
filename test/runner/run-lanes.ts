import type { Report } from './report.ts';
import { runVitest, type VitestResult, type VitestRun } from './run-vitest.ts';

export type Lane = Pick<VitestRun, 'label' | 'projects' | 'files'>;

export interface LanesResult extends Report {
  /** Lanes that broke before they could tell what they had run. */
  readonly broken: readonly string[];
}

type Options = Pick<VitestRun, 'env' | 'print'> & { readonly beside: boolean };

/** Runs lanes beside each other, or one after the other, and adds up what they report. */
export async function runLanes(lanes: readonly Lane[], { env = {}, print, beside }: Options): Promise<LanesResult> {
  const run = (lane: Lane) => runVitest({ ...lane, env, print });
  const results: VitestResult[] = [];
  if (beside) results.push(...(await Promise.all(lanes.map(run))));
  else for (const lane of lanes) results.push(await run(lane));
  const reports = results.flatMap(({ report }) => report ?? []);
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
  const isReported = ({ report, exit_code }: VitestResult) =>
    report !== null && (exit_code === 0 || report.files.length > 0 || report.strays.length > 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    files: reports.flatMap(({ files }) => files),
    strays: reports.flatMap(({ strays }) => strays),
    broken: lanes
      .filter((_lane, at) => !isReported(results[at] ?? { report: null, exit_code: null }))
      .map(({ label }) => label),
  };
}
