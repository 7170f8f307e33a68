import { describe, expect, it } from 'vitest';
import { isReservedDomain } from '../../../src/shared/kit/reserved-domain.ts';
import { lookUpMailServer, type MxResolver } from '../../../src/v2/service/channels/look-up-mail-server.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const resolver = (answers: { mx?: object[] | string; ip4?: string[]; ip6?: string[]; ns?: string[] }): MxResolver => {
  const answer = async (given: unknown[] | string | undefined) => {
    if (given === undefined || typeof given === 'string') throw failure(given ?? 'ENODATA');
    return given;
  };
  // Only the lookups that are made, each with the answers given.
  return {
    resolveMx: () => answer(answers.mx),
    resolve4: () => answer(answers.ip4),
    resolve6: () => answer(answers.ip6),
    resolveNs: () => answer(answers.ns ?? ['a.servers.test']),
  } as unknown as MxResolver;
};
const mx = (exchange: string, priority: number) => ({ exchange, priority });

describe('what the name servers say of a domain', () => {
  it.each([
    [
      'the best of its mail servers',
      { mx: [mx('b.mail.test', 20), mx('a.mail.test', 10)] },
      { kind: 'host', mx: 'a.mail.test' },
    ],
    ['the domain itself where it has an address alone', { ip4: ['192.0.2.1'] }, { kind: 'host', mx: 'x.test' }],
    ['the same by its other kind of address', { ip6: ['2001:db8::1'] }, { kind: 'host', mx: 'x.test' }],
    ['none where it wants none', { mx: [mx('', 0)] }, { kind: 'none' }],
    ['none where there is no such name', { mx: 'ENOTFOUND' }, { kind: 'none' }],
    ['nothing where they know no name at all', { mx: 'ENOTFOUND', ns: [] }, { kind: 'unanswered' }],
    ['nothing where they do not answer', { mx: 'ETIMEOUT' }, { kind: 'unanswered' }],
    ['nothing where they fail', { mx: 'ESERVFAIL' }, { kind: 'unanswered' }],
  ])('is %s', async (_what, answers, server) => {
    expect(await lookUpMailServer('x.test', resolver(answers))).toEqual(server);
  });

  it.each(['a.example', 'example', 'example.com', 'mail.example.org', 'x.test', 'y.invalid', 'localhost'])(
    "is not asked of %s, which is nobody's",
    (domain) => expect(isReservedDomain(domain)).toBe(true),
  );

  it.each(['examples.com', 'myexample.com', 'gmail.com', 'test.com'])('is asked of %s', (domain) =>
    expect(isReservedDomain(domain)).toBe(false),
  );
});
