import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { ERROR_STATUS } from '../../contract/errors.ts';
import { errorBody, successBody } from '../answers/envelope.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { recordCall } from '../credits/record-call.ts';
import { claimKey, findAnswer, fingerprintOf, type StoredAnswer, storeAnswer } from '../idempotency/stored-answers.ts';
import { type Endpoint, type EndpointAnswer, loggedAccount, type ReceivedCall } from './endpoint.ts';

interface Facts {
  /** As the caller names it. */
  readonly account_id: string | null;
  /** The channel is to refuse (an injected fault). */
  readonly refused: boolean;
}

type Answer = StoredAnswer & { readonly replayed: boolean };

/** Runs an endpoint that is no action: effect, charge, log row and stored answer in one transaction, as `runAction` does for actions. */
export async function runEndpoint<Prepared>(
  context: ServiceContext,
  endpoint: Endpoint<Prepared>,
  call: ReceivedCall,
  facts: Facts,
): Promise<Answer> {
  const claim = claimOf(context, call);
  if (claim) {
    const stored = await findAnswer(context.db, claim);
    if (stored) return replay(context, stored);
  }
  // Where nothing is prepared, `Prepared` is undefined; a refused call does not come to use it.
  const prepared = (facts.refused ? undefined : await endpoint.prepare?.(call)) as Prepared;
  return retryConflicts(() =>
    context.db.transaction(async (tx) => {
      if (claim) {
        const stored = await claimKey(tx, claim);
        if (stored) return replay(context, stored);
      }
      const done: EndpointAnswer = facts.refused
        ? { refusal: { kind: 'refused', message: 'the channel refused (injected fault)' } }
        : await endpoint.handle({ ...call, tx, prepared });
      const answer = await complete(tx, endpoint, call, facts, done);
      if (claim) await storeAnswer(tx, claim, sealed(context, answer));
      return { ...answer, replayed: false };
    }),
  );
}

async function complete(
  tx: Queryable,
  endpoint: Pick<Endpoint, 'action' | 'logged'>,
  { owner, request, now }: ReceivedCall,
  facts: Facts,
  done: EndpointAnswer,
): Promise<StoredAnswer> {
  const { action } = endpoint;
  const { user_id } = owner;
  const account_id = done.account_id === undefined ? facts.account_id : done.account_id;
  const refusal = 'refusal' in done ? done.refusal : null;
  // What the caller named wrongly undoes the call.
  if (refusal && refusal.kind !== 'refused') throw invalidParams(refusal.message);
  const error = refusal && ({ code: 'CHANNEL_ERROR', message: refusal.message } as const);
  const credits = 'data' in done ? (done.credits_consumed ?? 0) : 0;
  if (endpoint.logged !== false) {
    const entry = {
      user_id,
      action,
      account_id: loggedAccount(endpoint, account_id),
      credits_consumed: credits,
      ...(error ? { error } : {}),
      idempotency_key: request.call.idempotency_key,
      at: now,
    };
    await recordCall(tx, entry, 'data' in done ? (done.reservation ?? null) : null);
  }
  const common = { action, account_id, credits_consumed: credits };
  if ('data' in done) return { http_status: 200, response: successBody(now, { ...common, data: done.data }) };
  const response = errorBody(now, {
    ...common,
    code: 'CHANNEL_ERROR',
    message: refusal?.message ?? '',
    sub_code: refusal?.sub_code,
  });
  return { http_status: ERROR_STATUS.CHANNEL_ERROR, response };
}

/** Bodies here hold passwords, so what is kept of them is a keyed digest: an open one could be guessed at. */
function claimOf({ secrets }: ServiceContext, { owner, request, body }: ReceivedCall) {
  const key = request.call.idempotency_key;
  if (key === null) return null;
  const path = request.url.split('?', 1)[0] ?? request.url;
  return { user_id: owner.user_id, key, fingerprint: secrets.digest(fingerprintOf(path, body)) };
}

/** Answers here hold secrets that are shown once (signing secrets, pairing codes), so they are stored sealed. */
function sealed({ secrets }: ServiceContext, answer: StoredAnswer): StoredAnswer {
  return { ...answer, response: { sealed: secrets.seal(JSON.stringify(answer.response)) } };
}

function replay({ secrets }: ServiceContext, { http_status, response }: StoredAnswer): Answer {
  if (!('sealed' in response) || typeof response.sealed !== 'string') {
    throw new ServiceError('INTERNAL_ERROR', 'the stored answer cannot be read');
  }
  return { http_status, response: JSON.parse(secrets.open(response.sealed)) as object, replayed: true };
}
