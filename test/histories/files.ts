import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';

const FOLDER = join(PACKAGE_ROOT, 'test/histories/recorded');

/** One run of one workflow. */
export interface RecordedHistory {
  /** `<version>-<scenario>`, and `-<n>` where a workflow had several runs. */
  readonly name: string;
  readonly workflow_id: string;
  readonly plans: readonly Plan[];
  readonly history: temporal.api.history.v1.IHistory;
}

const { History } = temporal.api.history.v1;

export function writeHistory(recorded: RecordedHistory): void {
  mkdirSync(FOLDER, { recursive: true });
  const readable = { ...recorded, history: History.fromObject(recorded.history).toJSON() };
  writeFileSync(join(FOLDER, `${recorded.name}.json`), `${JSON.stringify(readable, null, 1)}\n`);
}

export function readHistories(): RecordedHistory[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const recorded: RecordedHistory = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
      return { ...recorded, history: History.fromObject(recorded.history) };
    });
}

/** The plans as they were recorded: a digest that no longer matches would hide a changed plan. */
export function plansOf(histories: readonly RecordedHistory[]): Map<string, Plan> {
  return new Map(histories.flatMap(({ plans }) => plans.map((plan) => [planDigest(plan), plan])));
}
