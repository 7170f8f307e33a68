import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness } from '../workflows/harness.ts';
import { readHistories, writeHistory } from './files.ts';
import { SCENARIOS } from './scenarios.ts';

/**
 * Writes new histories beside the old ones: `npm run record-histories`, once per version, when its code is stable. Recorded
 * ones are never rewritten by hand, and never removed while a workflow of their version may be alive.
 */
describe.runIf(process.env.OVERTURE_RECORD === '1')('recording histories', () => {
  const prefix = freePrefix(readHistories().map(({ name }) => name));
  it.each(SCENARIOS)('$name', async ({ name, plans, run }) => {
    const shelf = planShelf();
    const environment = await startDevServer(shelf, [
      '--dynamic-config-value',
      'limit.historyCount.suggestContinueAsNew=20',
    ]);
    try {
      const harness = await createHarness(environment, shelf);
      const workflow_id = await run(harness);
      const histories = await runsOf(environment.client, workflow_id);
      expect(histories.length).toBeGreaterThan(0);
      histories.forEach((history, index) => {
        const number = histories.length > 1 ? `-${index + 1}` : '';
        writeHistory({ name: `${prefix}-${name}${number}`, workflow_id, plans, history });
      });
    } finally {
      await environment.teardown();
    }
  });
});

/** The histories of all runs of a workflow, oldest first. */
async function runsOf(client: Client, workflowId: string): Promise<temporal.api.history.v1.IHistory[]> {
  const histories: temporal.api.history.v1.IHistory[] = [];
  for (let runId: string | undefined = (await client.workflow.getHandle(workflowId).describe()).runId; runId; ) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    histories.unshift(history);
    runId = history.events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? undefined;
  }
  return histories;
}

/** The version, and which recording of it this is where its workflow code changed before it was released: `0.1.0`, `0.1.0+2`. */
function freePrefix(recorded: readonly string[]): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  for (let number = 1; ; number++) {
    const prefix = number === 1 ? version : `${version}+${number}`;
    if (!recorded.some((name) => name.startsWith(`${prefix}-`))) return prefix;
  }
}
