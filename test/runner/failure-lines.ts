import type { VitestResult } from './run-vitest.ts';

/** Lists what failed in a run, a line each. None: all of it passed. */
export function failureLines({ report, exit_code }: VitestResult): readonly string[] {
  if (report === null) return [`the process ended with ${exit_code} before it could say what it had run`];
  const first = (error: string): string => error.split('\n')[0] ?? '';
  const lines = [
    ...report.files.flatMap(({ path, failures }) =>
      failures.map(({ test, error }) => `${path} ${test} (${first(error)})`),
    ),
    ...report.strays.map((error) => `an error outside of any test: ${first(error)}`),
  ];
  return lines.length === 0 && exit_code !== 0
    ? [`the process ended with ${exit_code}, and says of no test why`]
    : lines;
}
