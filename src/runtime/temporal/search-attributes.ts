import { type Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { defineSearchAttributeKey, type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { clientOptions, reach, type TemporalServerSettings, withDeadline } from './connect.ts';

/** The search attributes of a workflow in Temporal's interface: ids of ours, which say nothing to anybody else. */
export interface FoundBy {
  readonly sequence_id: string | null;
  readonly campaign_id: string | null;
  readonly lead_id: string | null;
}

const KEYS = {
  sequence_id: defineSearchAttributeKey('OvertureSequence', 'KEYWORD'),
  campaign_id: defineSearchAttributeKey('OvertureCampaign', 'KEYWORD'),
  lead_id: defineSearchAttributeKey('OvertureLead', 'KEYWORD'),
} as const;

const SEARCH_ATTRIBUTES = Object.values(KEYS).map(({ name }) => name);

function searchAttributesOf(by: FoundBy): TypedSearchAttributes {
  const pairs = (['sequence_id', 'campaign_id', 'lead_id'] as const).flatMap((what): SearchAttributePair[] => {
    const value = by[what];
    return value === null ? [] : [{ key: KEYS[what], value }];
  });
  return new TypedSearchAttributes(pairs);
}

/** How somebody registers them who may. */
export const registrationFix = (namespace: string): string =>
  `Register them: temporal operator search-attribute create --namespace ${namespace} ${SEARCH_ATTRIBUTES.map((name) => `--name ${name} --type Keyword`).join(' ')}`;

const [INVALID_ARGUMENT, ALREADY_EXISTS, KEYWORD] = [3, 6, 2] as const;
const LIMIT_MS = 10_000;

async function withConnection<T>(server: TemporalServerSettings, work: (to: Connection) => Promise<T>): Promise<T> {
  const options = { ...clientOptions(server.connection), interceptors: [withDeadline(LIMIT_MS)] };
  const connection = await reach(server, () => Connection.connect(options));
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Registers those that the namespace lacks. Throws what Temporal says where we may not. */
export function registerSearchAttributes(server: TemporalServerSettings): Promise<void> {
  return withConnection(server, async (connection) => {
    const missing = await missingIn(connection, server.namespace);
    for (const name of missing) {
      const searchAttributes = { [name]: KEYWORD };
      await connection.operatorService
        .addSearchAttributes({ namespace: server.namespace, searchAttributes })
        .catch((error: unknown) => {
          // Another role was first.
          if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
        });
    }
  });
}

/** Throws CodedError `search_attributes_missing`, or `temporal_unreachable`. */
export function requireSearchAttributes(server: TemporalServerSettings): Promise<void> {
  return withConnection(server, async (connection) => {
    const missing = await missingIn(connection, server.namespace);
    if (missing.length === 0) return;
    throw new CodedError(
      'search_attributes_missing',
      `The namespace ${server.namespace} lacks ${missing.join(', ')}: workflows start all the same, but nobody finds them in Temporal's interface by sequence, campaign or person.`,
      { fix: registrationFix(server.namespace) },
    );
  });
}

async function missingIn(connection: Connection, namespace: string): Promise<string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return SEARCH_ATTRIBUTES.filter((name) => customAttributes[name] !== KEYWORD);
}

/** Wall milliseconds until somebody may have registered them. */
const ASKED_AGAIN_AFTER = 60_000;
const refusedUntil = new WeakMap<Client, number>();

/**
 * Starts a workflow with what it is found by. Where the namespace does not know the attributes it starts without them, at once and for a
 * while: being found is no reason for anybody to wait.
 */
export async function startFindable<T>(
  client: Client,
  by: FoundBy | undefined,
  start: (more: { readonly typedSearchAttributes?: TypedSearchAttributes }) => Promise<T>,
  onRefused: (error: unknown) => void = () => undefined,
): Promise<T> {
  if (by === undefined || Date.now() < (refusedUntil.get(client) ?? 0)) return start({});
  try {
    return await start({ typedSearchAttributes: searchAttributesOf(by) });
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const answer = await start({});
    // It was refused for them: without them it was not.
    refusedUntil.set(client, Date.now() + ASKED_AGAIN_AFTER);
    onRefused(error);
    return answer;
  }
}

function isInvalid(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === INVALID_ARGUMENT;
}
