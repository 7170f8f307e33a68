import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isLimitClass } from '../../../language/plan/limit-class.ts';
import { campaignSource } from '../../../runtime/enroll/campaign/campaign-source.ts';
import { type CampaignRequest, createCampaign } from '../../../runtime/enroll/campaign/create-campaign.ts';
import { changeFollow, type FollowChange } from '../../../runtime/enroll/campaign/follow/change-follow.ts';
import {
  type CampaignPreview,
  type Problems,
  previewCampaign,
  problemsOfCampaign,
} from '../../../runtime/enroll/campaign/preview-campaign.ts';
import { retryCampaign } from '../../../runtime/enroll/campaign/retry-campaign.ts';
import { guardCell } from '../../../runtime/enroll/csv/guard-cell.ts';
import { forecastCampaign } from '../../../runtime/slots/read-capacity.ts';
import { campaignListing } from '../../../runtime/store/campaigns/list-campaigns.ts';
import { type CampaignRow, readCampaign } from '../../../runtime/store/campaigns/read-campaign.ts';
import { changeCampaign } from '../../../runtime/store/campaigns/update-campaign.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { countCampaignSlots } from '../../../runtime/store/slots/count-campaign-slots.ts';
import { listCampaignAccounts } from '../../../runtime/store/slots/list-waiting-groups.ts';
import { isWithin, narrowed, type Within } from '../../../runtime/store/within.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { HOUR } from '../../../shared/kit/duration.ts';
import { VERDICT } from '../../../shared/kit/verdict.ts';
import { OPERATIONS } from '../../api-contract/api-operations.ts';
import { DRY_RUN, dryRun, flag } from '../../api-contract/fields.ts';
import type { ApiDeps } from '../context.ts';
import { isFile } from '../hash-request.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { refusalProblem } from '../refusal.ts';
import { sendCsv } from '../send-csv.ts';
import { serve } from '../serve.ts';
import { type CampaignView, viewCampaign } from '../views/campaign.ts';
import { withAccounts } from '../with-accounts.ts';

const name = z.string().trim().min(1).max(200);
const weight = z.int().min(1).max(100);
/** The source more closely than the contract says it. */
const campaign = z.object({
  name,
  sequence: z.string(),
  weight: weight.default(1),
  update: z.boolean().default(false),
  senders: OPERATIONS.createCampaign.body.shape.senders,
  source: campaignSource,
});

/** The hours by which it is still the day before in the zone furthest west. */
const FURTHEST_WEST = 12 * HOUR;

/** An object within an address. */
const jsonText = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  });

/** With a file as the body, what is said of it stands in the address. */
const upload = z.strictObject({
  ...DRY_RUN,
  name,
  sequence: z.string().min(1),
  /** With `dry_run`: all rows that would not be enrolled, as a file. */
  format: z.enum(['json', 'csv']).default('json'),
  weight: z.coerce.number().pipe(weight).default(1),
  update: flag,
  country: z.string().optional(),
  encoding: z.string().optional(),
  mapping: jsonText.pipe(z.record(z.string(), z.string())),
  senders: jsonText.pipe(OPERATIONS.createCampaign.body.shape.senders),
});

export function addCampaignRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const forecasting = { db, clock: deps.clock, profiles: deps.profiles ?? [], findPlan: createPlanCache() };

  app.register(async (files) => {
    // As it comes: a file of a million rows is never in memory. Nothing else takes files.
    files.addContentTypeParser('text/csv', (_, payload, done) => done(null, payload));

    serve(files, 'createCampaign', async ({ body, request, within, reply }) => {
      const own = { ...deps, within };
      const asked = isFile(body)
        ? { ...readQuery(upload, request.query), csv: body }
        : {
            ...readQuery(dryRun, request.query),
            ...readBody(campaign, readBody(OPERATIONS.createCampaign.body, body)),
          };
      if (asked.dry_run && 'format' in asked && asked.format === 'csv') {
        return sendCsv(request, reply, { rows: await problemsAsFile(own, requestOf(asked)) });
      }
      const made = await make(own, requestOf(asked), asked.dry_run);
      reply.status(made.status);
      return made.view;
    });
  });

  serve(app, 'listCampaigns', ({ query, within }) =>
    answerPage(db, narrowed(campaignListing(query), 'campaign', within), query, (row) =>
      viewCampaign(db, row, query.fields),
    ),
  );

  serve(app, 'getCampaign', async ({ params: { id }, query: { forecast }, within }) => {
    const view = await viewCampaign(db, await campaignOf(deps, id, within));
    // It looks at all who share the campaign's accounts: only for who asks.
    return forecast ? { ...view, forecast_finished_at: await forecastCampaign(forecasting, id) } : view;
  });

  serve(app, 'getCampaignCalendar', async ({ params: { id }, query: { days } }) => {
    await campaignOf(deps, id);
    const accounts = await listCampaignAccounts(db, id);
    const from = new Date(deps.clock.now() - FURTHEST_WEST).toISOString().slice(0, 10);
    const counted = await countCampaignSlots(db, id, { accounts, from, days });
    const sends = counted.flatMap(({ limit_class, ...slots }) =>
      isLimitClass(limit_class) ? [{ ...slots, limit_class }] : [],
    );
    return { campaign_id: id, from, accounts, sends };
  });

  serve(app, 'changeCampaign', async ({ params: { id }, body: change, query: { dry_run }, within }) => {
    const before = await campaignOf(deps, id, within);
    const { follow } = change;
    await db.transaction(async (tx) => {
      if (follow !== undefined) {
        mustFollow(await changeFollow(tx, id, follow, { at: new Date(deps.clock.now()), dry_run }));
      }
      if (!dry_run) await changeCampaign(tx, id, change);
    });
    if (dry_run)
      return viewCampaign(db, { ...before, name: change.name ?? before.name, weight: change.weight ?? before.weight });
    return viewCampaign(db, await campaignOf(deps, id));
  });

  serve(app, 'retryCampaign', async ({ params: { id }, query: { dry_run }, within }) => {
    await campaignOf(deps, id, within);
    const retried = await retryCampaign(deps, id, { dry_run });
    if (retried.kind === 'stopped') {
      throw new Problem(409, 'stopped', 'This campaign was stopped: nobody can enter it.');
    }
    if (!dry_run) deps.onOutbox();
    return { ...(await viewCampaign(db, await campaignOf(deps, id))), retried: retried.rows };
  });
}

function mustFollow(changed: FollowChange): void {
  if (changed === 'stopped') throw new Problem(409, 'stopped', 'This campaign was stopped: nobody can enter it.');
  if (changed === 'changed') return;
  const message = 'Only the candidates of a job and a people search can be looked at again.';
  throw new Problem(422, 'not_followable', message, { errors: [{ field: 'follow', message }] });
}

/** 404 too where not all of it belongs to the accounts that who asks is limited to. */
export async function campaignOf({ db }: ApiDeps, id: string, within: Within = null): Promise<CampaignRow> {
  const row = await readCampaign(db, { id });
  if (row === null || !(await isWithin(db, 'campaign', id, within))) throw notFound('campaign', id);
  return row;
}

type OwnDeps = ApiDeps & { readonly within: Within };

type Asked = z.output<typeof campaign> | (z.output<typeof upload> & { readonly csv: AsyncIterable<Uint8Array> });

function requestOf(asked: Asked): CampaignRequest {
  const { name, sequence, weight, update, senders } = asked;
  const about = { name, sequence, weight, update, senders };
  if ('csv' in asked) {
    const { csv, mapping, country, encoding } = asked;
    return { ...about, source: { csv, mapping, encoding, ...(country && { country }) } };
  }
  const { source } = asked;
  if (!('csv' in source)) return { ...about, source };
  return { ...about, source: { ...source, csv: once(Buffer.from(source.csv)) } };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The columns of people who came in no file. */
const NAMES = ['profile_url', 'email', 'first_name', 'last_name'] as const;

/** The rows that do not enter: of a file each as it came, so that it can be mended and sent again. */
async function problemsAsFile(deps: OwnDeps, request: CampaignRequest): Promise<AsyncGenerator<readonly string[]>> {
  const read = await asProblem(() => withAccounts(deps, () => problemsOfCampaign(deps, request)));
  if (read.kind === 'refused') throw refusalProblem(read);
  return linesOf(read);
}

async function* linesOf({ headers, problems }: Problems): AsyncGenerator<readonly string[]> {
  const isFile = headers.length > 0;
  yield [...VERDICT, ...(isFile ? headers : NAMES)].map(guardCell);
  for await (const problem of problems) {
    const own = isFile ? problem.cells : NAMES.map((name) => problem[name] ?? '');
    yield [...VERDICT.map((name) => `${problem[name]}`), ...own].map(guardCell);
  }
}

type Made = { readonly status: number; readonly view: CampaignPreview | CampaignView };

async function make(deps: OwnDeps, request: CampaignRequest, dryRun: boolean): Promise<Made> {
  if (dryRun) {
    const preview = await asProblem(() => withAccounts(deps, () => previewCampaign(deps, request)));
    if (preview.kind === 'refused') throw refusalProblem(preview);
    return { status: 200, view: preview.preview };
  }
  const result = await asProblem(() => withAccounts(deps, () => createCampaign(deps, request)));
  if (result.kind === 'refused') throw refusalProblem(result);
  deps.onOutbox();
  return { status: result.kind === 'created' ? 201 : 200, view: await viewCampaign(deps.db, result.campaign) };
}

async function asProblem<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // What is wrong with a file: not one row of it is kept.
    if (!(error instanceof CodedError) || error instanceof Problem) throw error;
    throw new Problem(422, error.code, [error.message, error.fix].filter(Boolean).join(' '), error.detail);
  }
}
