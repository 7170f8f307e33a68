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

/** Temporal's own attribute: the builds whose workers have run a workflow. */
const BUILDS = defineSearchAttributeKey('BuildIds', 'KEYWORD_LIST');
const builds = new WeakMap<Client, string>();

/**
 * Has this client say with each start that workers of this build run the workflow, who have no version. Temporal finds that out by itself, but writes it down by an operation of its own after the first task of each workflow, a
 * fifteenth of all that a workflow costs it. Where another build takes that task, Temporal adds it.
 */
export function expectBuild(client: Client, build_id: string): void {
  builds.set(client, build_id);
}

function searchAttributesOf(by: FoundBy, build_id?: string): TypedSearchAttributes {
  const pairs = (['sequence_id', 'campaign_id', 'lead_id'] as const).flatMap((what): SearchAttributePair[] => {
    const value = by[what];
    return value === null ? [] : [{ key: KEYS[what], value }];
  });
  const run_by = build_id === undefined ? [] : [{ key: BUILDS, value: ['unversioned', `unversioned:${build_id}`] }];
  return new TypedSearchAttributes([...pairs, ...run_by]);
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
  const build_id = builds.get(client);
  try {
    return await start({ typedSearchAttributes: searchAttributesOf(by, build_id) });
  } catch (error) {
    if (!isInvalid(error)) throw error;
    if (build_id !== undefined) {
      const answer = await start({ typedSearchAttributes: searchAttributesOf(by) }).catch(unlessInvalid);
      // It was refused for the build: this server wants to find that out by itself.
      if (answer !== REFUSED) {
        builds.delete(client);
        return answer;
      }
    }
    const answer = await start({});
    // It was refused for them: without them it was not.
    refusedUntil.set(client, Date.now() + ASKED_AGAIN_AFTER);
    onRefused(error);
    return answer;
  }
}

const REFUSED = Symbol('refused');

function unlessInvalid(error: unknown): typeof REFUSED {
  if (isInvalid(error)) return REFUSED;
  throw error;
}

function isInvalid(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === INVALID_ARGUMENT;
}
