import { describe, expect, it } from 'vitest';
import { RETRY_POLICY } from '../../src/shared/webhook-delivery/retry-policy.ts';
import { type ChargeFacts, chargeOf, findAction } from '../../src/v2/contract/actions.ts';
import { ENDPOINTS, MANAGEMENT } from '../../src/v2/contract/endpoints.ts';
import { ERROR_STATUS, isErrorCode, SUB_CODES } from '../../src/v2/contract/errors.ts';
import * as limits from '../../src/v2/contract/limits.ts';
import { V1_MAPPINGS, V1_RENAMED_PARAMS, V1_SEPARATED_PARAMS } from '../../src/v2/contract/v1.ts';
import { hasSpecification, quoted, SKIPPED, section, table } from './read-specification.ts';

const action = (name: string) => {
  const [category = '', own = ''] = name.split('/');
  const definition = findAction(category, own);
  if (!definition) throw new Error(`the contract has no action ${name}`);
  return definition;
};
const charge = (name: string, facts?: ChargeFacts) => chargeOf(action(name), facts);
const suite = describe.skipIf(!hasSpecification);

suite(`the contract's errors, charges and limits and the specification${SKIPPED}`, () => {
  it.each(table('Errors'))('%s has status %s', (cell, status) => {
    const code = quoted(cell)[0] ?? '';
    expect(isErrorCode(code) && ERROR_STATUS[code]).toBe(Number(status));
  });

  it('has no other error codes, and the sub code that is shown', () => {
    expect(Object.keys(ERROR_STATUS).sort()).toEqual(
      table('Errors')
        .map(([cell]) => quoted(cell)[0])
        .sort(),
    );
    expect(SUB_CODES).toContain(/seen: `(\w+)`/.exec(section('Errors'))?.[1]);
  });

  const CHARGES: Record<string, () => void> = {
    'Most actions': () => expect(charge('profiles/visit')).toBe(1),
    'List actions (search, lists)': () => expect(charge('content/search', { results: 25 })).toBe(3),
    '`list_connections`, `list_invitations`': () => {
      expect(charge('network/list_connections', { results: 51 })).toBe(2);
      expect(charge('network/list_invitations', { results: 50 })).toBe(1);
    },
    '`send` text or email': () =>
      expect([charge('messages/send'), charge('messages/send', { media: true })]).toEqual([1, 2]),
    InMail: () => expect(charge('messages/send', { inmail: true })).toBe(0),
    '`unlock`': () => expect([charge('profiles/unlock'), limits.UNLOCKS_PER_SEAT_AND_MONTH]).toEqual([1, 25]),
    '`get_cv`, `check_invitation`, `balance get`, professional login': () => {
      expect([charge('recruiter/get_cv'), charge('network/check_invitation'), charge('balance/get')]).toEqual([
        1, 1, 1,
      ]);
      expect(MANAGEMENT.login.credits).toBe('of_the_login');
    },
    '`list_connections` with `use_cache`, `check_connection`, logs, hosted link creation, set-country, webhook management, messenger and email connection':
      () => {
        expect(charge('network/list_connections', { results: 99, from_cache: true })).toBe(0);
        expect(charge('network/check_connection')).toBe(0);
        for (const endpoint of Object.values(MANAGEMENT))
          if (endpoint.action !== 'login') expect(endpoint.credits).toBe(0);
      },
  };
  it.each(table('Credits per action'))('%s costs %s', (row) => {
    const check = CHARGES[row];
    if (!check) throw new Error('the row has no counterpart');
    check();
  });

  const B = limits.BATCH;
  const LIMITS: Record<string, readonly number[]> = {
    '`count` on paginated actions': [limits.COUNT_DEFAULT, limits.COUNT_CAP],
    'Upstream batch sizes': [
      B.candidates,
      B.connections,
      B.invitations,
      B.inbox,
      B.comments,
      B.reactions,
      B.post_search,
      B.job_posts,
    ],
    'Logs `limit`': [limits.LOGS_LIMIT.min, limits.LOGS_LIMIT.max, limits.LOGS_LIMIT.default],
    'Connection link `expires_in`': [
      limits.CONNECT_LINK_SECONDS.min,
      limits.CONNECT_LINK_SECONDS.max,
      limits.CONNECT_LINK_SECONDS.default,
    ],
    'Connection link `name`': [limits.CONNECT_LINK_NAME_LENGTH],
    'Attachments per message': [limits.ATTACHMENTS_PER_MESSAGE],
    'Professional voice note': [limits.VOICE_NOTE_SECONDS / 60],
    'Webhook delivery timeout': [RETRY_POLICY.timeout_seconds, RETRY_POLICY.max_attempts],
    'Stored events and delivery records': [limits.RETENTION_DAYS],
    'Range replay': [limits.RANGE_REPLAY_MAX],
    'Signature freshness (recommended)': [limits.SIGNATURE_FRESHNESS_SECONDS / 60],
    'Email mailbox `daily_limit`': [],
  };
  it.each(table('Size and count limits'))('%s: %s', (item, limit = '') => {
    expect(LIMITS[item], 'the row has no counterpart').toEqual([...limit.matchAll(/\d+/g)].map(Number));
  });

  it('pages in the batches that the actions declare', () => {
    const batches = (name: string) => action(name).pagination?.batch;
    expect(
      ['recruiter/get_candidates', 'network/list_connections', 'network/list_invitations', 'messages/list_inbox'].map(
        batches,
      ),
    ).toEqual([50, 100, 100, 25]);
    expect(
      ['content/get_comments', 'content/get_reactions', 'content/search', 'recruiter/get_posts'].map(batches),
    ).toEqual([10, 10, 50, 25]);
  });

  it('retries with the backoff, and after the statuses, that the delivery rules give', () => {
    const rules = section('Delivery (custom mode)');
    const [, waits = '', attempts] = /backoff: ([^(]*) \((\d+) attempts in total\)/.exec(rules) ?? [];
    const seconds = waits.split(', ').map((wait) => {
      const [amount, unit] = wait.split(' ');
      return Number(amount) * (unit === 'h' ? 3600 : 60);
    });
    expect(RETRY_POLICY.backoff_seconds).toEqual(seconds);
    expect(RETRY_POLICY.max_attempts).toBe(Number(attempts));
    expect(seconds).toHaveLength(RETRY_POLICY.max_attempts - 1);
    const statuses = /5xx, or ([\d, ]+) the service retries/.exec(rules)?.[1];
    expect(RETRY_POLICY.retry_on.filter((one) => /^\d+$/.test(one))).toEqual(statuses?.split(', '));
  });

  it('calls a link back twice more, as long after as its section says', () => {
    const waits = /Retries twice \(after (\d+) s and (\d+) s\)/.exec(section('POST /v2/accounts/connect-link'));
    expect(limits.CONNECT_LINK_CALLBACK_BACKOFF_SECONDS).toEqual([Number(waits?.[1]), Number(waits?.[2])]);
  });
});

suite(`the contract's V1 mapping and the specification${SKIPPED}`, () => {
  it.each(table('Versioning'))('%s', (v1 = '', v2 = '') => {
    let prefix = '';
    const old = quoted(v1)
      .map((word) => word.replace('POST ', ''))
      .map((word) => {
        if (word.startsWith('/v1')) prefix = word.slice(0, word.lastIndexOf('/'));
        return word.startsWith('/v1')
          ? word
          : word.startsWith('...')
            ? word.replace('...', '/v1/webhooks/accounts/{id}')
            : `${prefix}/${word}`;
      });
    const [path = '', ...actions] = quoted(v2).map((word) => word.replace('POST ', ''));
    for (const [index, one] of old.entries()) {
      const mapping = V1_MAPPINGS.find((candidate) => candidate.v1 === one);
      expect(mapping, one).toBeDefined();
      if (one.startsWith('/v1/webhooks')) continue;
      if (one.startsWith('/v1/auth')) expect([path, ...actions]).toContain(mapping?.v2);
      else expect([mapping?.v2, mapping?.action]).toEqual([path, actions[index]]);
    }
  });

  it('maps to endpoints and actions that exist', () => {
    for (const { v2, action: name } of V1_MAPPINGS) {
      const endpoint = ENDPOINTS.find((candidate) => candidate.path === v2);
      expect(endpoint, v2).toBeDefined();
      if (name !== null) expect(findAction(endpoint?.category ?? '', name), name).toBeDefined();
    }
  });

  it('renames params and splits lists as the third rule says', () => {
    const rule =
      section('Versioning')
        .split('\n')
        .find((line) => line.startsWith('3.')) ?? '';
    for (const [old, now] of Object.entries(V1_RENAMED_PARAMS)) {
      expect(rule).toMatch(new RegExp(`\`${old}\` (to|becomes) \`${now}\``));
    }
    const lists = /filters \((.*?)\)/.exec(rule)?.[1];
    expect(V1_SEPARATED_PARAMS).toEqual(quoted(lists));
  });
});
