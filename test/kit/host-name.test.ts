import { describe, expect, it } from 'vitest';
import { isHostName } from '../../src/shared/kit/host-name.ts';

describe('a host name', () => {
  it.each([
    'acme.example',
    'mail.acme-corp.co.uk',
    'x1.de',
    '3com.com',
    'müller.de',
    'परीक्षा.भारत',
    'xn--mller-kva.de',
    'intranet',
    'a_b.net',
  ])('is %s', (name) => expect(isHostName(name)).toBe(true));

  it.each([
    ...['', '.', 'a.', '.a', 'a..b', '-a.de', 'a-.de', 'a b.de', `${'a'.repeat(64)}.de`, `${'a.'.repeat(130)}de`],
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'x.0x', '１２７.０.０.１', '①.①', '[::1]', '::1'],
    ...['a.de:9555', 'a.de/x', 'a.de?x', 'a.de#', 'a.de\\x', 'u@a.de', '℀.de', 'a%00.de', 'a\u0000.de', 'a\n.de'],
  ])('is not %j', (name) => expect(isHostName(name)).toBe(false));
});
