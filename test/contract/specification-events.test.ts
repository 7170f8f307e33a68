import { describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS, isEventType, SUBSCRIPTION_FILTERS, TYPES_OF_FILTER } from '../../src/v2/contract/events.ts';
import * as headers from '../../src/v2/contract/headers.ts';
import * as event from '../../src/v2/contract/records/event.ts';
import { allHeaders, hasSpecification, quoted, SKIPPED, section, table } from './read-specification.ts';

/** Extensions. */
const OURS: readonly string[] = ['email_complained'];

const suite = describe.skipIf(!hasSpecification);

suite(`the contract's events and the specification${SKIPPED}`, () => {
  it.each(table('Subscription filters and event types'))('%s emits %s', (filterCell, typeCell) => {
    const filter = SUBSCRIPTION_FILTERS.find((one) => one === quoted(filterCell)[0]);
    const type = quoted(typeCell)[0];
    expect(filter).toBeDefined();
    if (!filter || type === undefined) {
      return expect(TYPES_OF_FILTER.all.filter((one) => !OURS.includes(one)).length).toBe(5);
    }
    expect(isEventType(type) && TYPES_OF_FILTER[filter].includes(type)).toBe(true);
    expect(Object.keys(EVENT_SCHEMAS)).toContain(type);
  });

  it('covers bounces by message_received and by all, as the email section says', () => {
    expect(section('Email events')).toContain('Both types are covered by `message_received` or `all`');
    for (const filter of ['message_received', 'all'] as const)
      expect(TYPES_OF_FILTER[filter]).toContain('email_bounced');
  });

  it('knows the kinds of message of both inboxes', () => {
    const row = table('Message event (professional channel)').find(([name]) => name === '`message_type`');
    const kinds = quoted(row?.[2]?.split('. `INMAIL_DECLINE` is')[0]).filter((word) => /^[A-Z_]+$/.test(word));
    expect(kinds).toEqual([...event.CLASSIC_MESSAGE_TYPES, ...event.PREMIUM_MESSAGE_TYPES]);
  });

  it.each(table('Authentication'))('signs with %s: %s', (name, value) => {
    const known = quoted(name)[0];
    if (known === 'Content-Type') return expect(value).toBe('`application/json`');
    expect([headers.TIMESTAMP, headers.SIGNATURE]).toContain(known);
    if (known === headers.SIGNATURE) expect(quoted(value)[0]).toBe(headers.SIGNATURE_PREFIX);
  });

  it('knows every header of the service that the text names', () => {
    expect(allHeaders().sort()).toEqual(
      [headers.TIMESTAMP, headers.SIGNATURE, headers.EVENT_ID, headers.ATTEMPT, headers.REPLAY, headers.LINK_ID].sort(),
    );
  });
});
