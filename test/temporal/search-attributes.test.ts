import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';
import { SERVER_SETTINGS } from '../../src/app/main/temporal/start-temporal.ts';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import {
  expectBuild,
  type FoundBy,
  registerSearchAttributes,
  requireSearchAttributes,
  startFindable,
} from '../../src/runtime/temporal/search-attributes.ts';
import { startCampaign, startEnrollment } from '../../src/runtime/temporal/start.ts';
import { WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { pipeline } from '../engine/plans.ts';
import { eventually } from '../support/eventually.ts';
import { planShelf, startDevServer, type TestWorkflowEnvironment } from '../support/temporal.ts';
import { createHarness, type Harness } from '../workflows/harness.ts';
import { scriptedActivities } from '../workflows/scripted-activities.ts';

const BY: FoundBy = { sequence_id: 'seq_1', campaign_id: 'cmp_1', lead_id: 'lead_1' };

let environment: TestWorkflowEnvironment;
let harness: Harness;
const shelf = planShelf();
beforeAll(async () => {
  const asNewSoon = ['--dynamic-config-value', 'limit.historyCount.suggestContinueAsNew=20'];
  environment = await startDevServer(shelf, [...SERVER_SETTINGS, ...asNewSoon]);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

const server = () => ({ namespace: 'default', connection: { address: environment.address } });
const startOf = (enrollment_id: string) => ({
  ...{ enrollment_id, digest: shelf.add(pipeline), clock: WALL_CLOCK, found_by: BY },
});
async function ofDoctor() {
  const home = mkdtempSync(join(tmpdir(), 'overture-doctor-'));
  const { findings } = await examine({ OVERTURE_HOME: home, TEMPORAL_ADDRESS: environment.address });
  rmSync(home, { recursive: true });
  return findings.find(({ name }) => name === 'search attributes');
}
async function found(query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of environment.client.workflow.list({ query })) ids.push(workflowId);
  return ids.sort();
}

describe('in a namespace that does not know our search attributes', () => {
  it('workflows start all the same, and it is said once in a while', async () => {
    const refusals: unknown[] = [];
    for (const id of ['enr_before_1', 'enr_before_2'])
      expect(await startEnrollment(environment.client, startOf(id), (error) => refusals.push(error))).toBe('started');
    expect(refusals).toHaveLength(1);
    const { status } = await harness.handle('enr_before_2').describe();
    expect(status.name).toBe('RUNNING');
  });

  it('doctor says what is missing and how to register it', async () => {
    const fix = expect.stringMatching(
      /temporal operator search-attribute create --namespace default --name OvertureSequence/,
    );
    const text = expect.stringContaining('OvertureSequence, OvertureCampaign, OvertureLead');
    await expect(requireSearchAttributes(server())).rejects.toMatchObject({
      ...{ code: 'search_attributes_missing', message: text, fix },
    });
    expect(await ofDoctor()).toMatchObject({ ok: false, text, fix });
  });
});

describe('registered, as `overture dev` does', () => {
  beforeAll(async () => {
    await registerSearchAttributes(server());
    await registerSearchAttributes(server());
    await requireSearchAttributes(server());
  });

  it('doctor says so', async () => {
    expect(await ofDoctor()).toMatchObject({ ok: true, text: expect.stringContaining('registered') });
  });

  it('workflows are found by sequence, campaign and person, also after they continued as new', async () => {
    const turns = 5;
    const script = scriptedActivities({
      visit: ({ attempt }) =>
        attempt < turns
          ? { status: 'deferred', until: Date.now() + 50, kind: 'slot', text: `Turn ${attempt}` }
          : { status: 'done' },
    });
    // Another client: the one of before goes without for a while.
    const { client } = await createClient();
    const worker = await harness.worker(script);
    await worker.runUntil(async () => {
      // Temporal itself learns of a new attribute some seconds later.
      await eventually(async () => {
        const refusals: unknown[] = [];
        await startEnrollment((await createClient()).client, startOf(`enr_try_${Date.now()}`), (error) =>
          refusals.push(error),
        );
        expect(refusals).toEqual([]);
      });
      const id = 'enr_after';
      expect(await startEnrollment(client, startOf(id))).toBe('started');
      const first = (await harness.handle(id).describe()).runId;
      await eventually(async () => expect((await harness.handle(id).describe()).runId).not.toBe(first));
      await startCampaign(client, { campaign_id: 'cmp_1', found_by: { ...BY, lead_id: null } });
      for (const query of ["OvertureSequence = 'seq_1'", "OvertureCampaign = 'cmp_1'"]) {
        await eventually(async () => {
          const ids = await found(`${query} and ExecutionStatus = 'Running'`);
          expect(ids).toEqual(expect.arrayContaining(['cmp:cmp_1', enrollmentWorkflowId(id)]));
        });
      }
      const ofLead = await found("OvertureLead = 'lead_1' and ExecutionStatus = 'Running'");
      expect(ofLead).toContain(enrollmentWorkflowId(id));
      expect(ofLead).not.toContain('cmp:cmp_1');
      expect(await found("OvertureLead = 'lead_2'")).toEqual([]);
    });
  });
});

describe('the builds that run a workflow', () => {
  const id = 'enr_of_a_build';
  const buildsOf = async () => {
    const { searchAttributes } = await harness.handle(id).describe();
    return searchAttributes.BuildIds;
  };

  it('are said with its start, so that Temporal has nothing to add after the first task', async () => {
    const { client } = await createClient();
    const worker = await harness.worker(scriptedActivities({}));
    const { buildId = '' } = worker.options;
    expectBuild(client, buildId);
    const { found_by: _, ...start } = startOf(id);
    await startEnrollment(client, { ...start, found_by: NOTHING });
    const said = await buildsOf();
    expect(said).toEqual(['unversioned', `unversioned:${buildId}`]);
    await worker.runUntil(
      eventually(async () => expect(await harness.handle(id).query('__stack_trace')).toBeDefined()),
    );
    expect(await buildsOf()).toEqual(said);
  });

  it('are not said again where a server refuses that, and all else is', async () => {
    const { client } = await createClient();
    expectBuild(client, 'a build');
    const asked: (readonly string[])[] = [];
    const start = async ({ typedSearchAttributes }: Parameters<Parameters<typeof startFindable>[2]>[0]) => {
      const names = typedSearchAttributes?.getAll().map(({ key }) => key.name) ?? [];
      asked.push(names);
      if (names.includes('BuildIds')) throw Object.assign(new Error('refused'), REFUSED);
    };
    const refusals: unknown[] = [];
    await startFindable(client, NOTHING_BUT_LEAD, start, (error) => refusals.push(error));
    await startFindable(client, NOTHING_BUT_LEAD, start, (error) => refusals.push(error));
    expect(asked).toEqual([['OvertureLead', 'BuildIds'], ['OvertureLead'], ['OvertureLead']]);
    expect(refusals).toEqual([]);
  });
});

const NOTHING: FoundBy = { sequence_id: null, campaign_id: null, lead_id: null };
const NOTHING_BUT_LEAD: FoundBy = { ...NOTHING, lead_id: 'lead_1' };
/** As the client throws what a server calls an invalid argument. */
const REFUSED = { code: 3, details: 'refused', metadata: {} };

async function createClient() {
  const { Client } = await import('@temporalio/client');
  const { connection, options } = environment.client;
  return { client: new Client({ connection, namespace: options.namespace, dataConverter: shelf.dataConverter }) };
}
