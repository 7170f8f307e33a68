import type { FastifyInstance } from 'fastify';
import { changePause, type PauseChange, type PauseRequest, previewPause } from '../../../../runtime/control/pause.ts';
import { type PauseScope, pauseListing } from '../../../../runtime/store/control/pauses.ts';
import { readSequenceVersion } from '../../../../runtime/store/sequences/read-sequence-version.ts';
import { narrowed } from '../../../../runtime/store/within.ts';
import { SECOND } from '../../../../shared/kit/duration.ts';
import type { OperationNamed } from '../../../api-contract/api-operations.ts';
import type { ApiDeps } from '../../context.ts';
import { answerPage } from '../../paging.ts';
import { notFound, Problem } from '../../problem.ts';
import { readAccount } from '../../read-account.ts';
import { type Asked, serve } from '../../serve.ts';
import { viewCampaign } from '../../views/campaign.ts';
import { campaignOf } from '../campaigns.ts';

const DEFAULT_LEASE = 5 * SECOND;

/** Pause, resume and stop of everything, an account, a campaign or a sequence. */
export function addPauseRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const pauseDeps = { ...deps, lease_ms: deps.lease_ms ?? DEFAULT_LEASE };

  const execute = async ({ query: { dry_run }, body: { note } }: Noted, asked: Target) => {
    const hold = { ...asked, note: note ?? null };
    const { action, scope } = asked;
    if (dry_run) return { dry_run, action, scope, ...(await previewPause(db, hold)) };
    const result = await changePause(pauseDeps, hold);
    if (result.kind === 'stopped') throw stopped(scope, asked.target);
    deps.onOutbox();
    return result.change;
  };

  const everything = (action: Action) => (asked: Noted) => execute(asked, { scope: 'all', target: '', action });
  serve(app, 'pauseEverything', everything('pause'));
  serve(app, 'resumeEverything', everything('resume'));
  serve(app, 'stopEverything', everything('stop'));

  const sequence = (action: Action) => async (asked: Asked<OperationNamed<'pauseSequence'>>) => {
    const { name } = asked.params;
    if ((await readSequenceVersion(db, name, null)) === null) throw notFound('sequence', name);
    return execute(asked, { scope: 'sequence', target: name, action });
  };
  serve(app, 'pauseSequence', sequence('pause'));
  serve(app, 'resumeSequence', sequence('resume'));

  const account = (action: Action) => async (asked: Asked<OperationNamed<'pauseAccount'>>) => {
    const { id } = asked.params;
    await readAccount(deps, id, asked.within);
    return execute(asked, { scope: 'account', target: id, action });
  };
  serve(app, 'pauseAccount', account('pause'));
  serve(app, 'resumeAccount', account('resume'));
  serve(app, 'stopAccount', account('stop'));

  const campaign = (action: Action) => async (asked: Asked<OperationNamed<'pauseCampaign'>>) => {
    const { id } = asked.params;
    await campaignOf(deps, id, asked.within);
    const change = await execute(asked, { scope: 'campaign', target: id, action });
    if ('dry_run' in change) return change;
    return { ...(await viewCampaign(db, await campaignOf(deps, id))), control: controlOf(change) };
  };
  serve(app, 'pauseCampaign', campaign('pause'));
  serve(app, 'resumeCampaign', campaign('resume'));
  serve(app, 'stopCampaign', campaign('stop'));

  serve(app, 'listHolds', ({ query, within }) =>
    answerPage(db, narrowed(pauseListing, 'hold', within), query, (row) => row),
  );
}

type Action = PauseRequest['action'];
type Target = Omit<PauseRequest, 'note'>;
/** The part that all of these requests share. */
type Noted = Pick<Asked<OperationNamed<'pauseAccount'>>, 'query' | 'body'>;

const controlOf = ({ job_id, matched, in_flight, note, at }: PauseChange) => ({ job_id, matched, in_flight, note, at });

function stopped(scope: PauseScope, target: string): Problem {
  const what = scope === 'all' ? 'Everything' : `The ${scope} ${target}`;
  return scope === 'campaign'
    ? new Problem(409, 'stopped', `${what} was stopped, which is final; start another campaign.`, { possible: [] })
    : new Problem(409, 'stopped', `${what} was stopped; resume it first.`, { possible: ['resume'] });
}
