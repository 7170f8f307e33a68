import { z } from 'zod';
import { describe, oneOrMore } from '../describe.ts';
import { text } from '../values.ts';

const ZONE = /^\s*(?:UTC|lead|[A-Za-z_+-]+\/[A-Za-z0-9_+/-]+)\s*$/;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOURS = 'Ranges like `"09:00-12:30, 14:00-18:00"`, up to 24:00; `22:00-02:00` runs past midnight.';

const ranges = () => describe(oneOrMore(text()), HOURS, ['09:00-12:30, 14:00-18:00']);

export const scheduleForm = z.strictObject({
  timezone: describe(z.string().regex(ZONE), "The zone of the hours: an IANA name, or `lead` for each lead's own.", [
    'Europe/Paris',
    'lead',
    'UTC',
  ]).optional(),
  fallback_timezone: describe(z.string().regex(ZONE), 'The zone for leads whose own is not known.', [
    'Europe/Paris',
  ]).optional(),
  hours: describe(
    z
      .object(Object.fromEntries(['mon-fri', 'daily', ...DAYS].map((days) => [days, ranges().optional()])))
      .catchall(ranges())
      .meta({ minProperties: 1, propertyNames: { pattern: '^\\s*[A-Za-z]+\\s*(?:-\\s*[A-Za-z]+\\s*)?$' } }),
    `When sends may happen: days, ranges of days or \`daily\`. ${HOURS} Days that are not named have none.`,
    [{ 'mon-fri': '09:00-12:30, 14:00-18:00' }],
  ).optional(),
  holidays: describe(
    oneOrMore(text()),
    'Countries (`FR`) or regions (`DE-BY`) whose public holidays are days without sends.',
    [['FR'], ['DE-BY', 'FR']],
  ).optional(),
  spacing: describe(text(), 'The random gap between two sends of one account.', ['3m..9m', '5m']).optional(),
});

/** Hours without a zone would be hours of nowhere. */
const NEEDS_ZONE = { hours: { anyOf: [{ required: ['timezone'] }, { required: ['fallback_timezone'] }] } };

export const schedule = describe(
  scheduleForm.meta({ dependencies: NEEDS_ZONE }),
  'When sends may happen. Without a schedule: at any time.',
  [{ timezone: 'Europe/Paris', hours: { 'mon-fri': '09:00-18:00' }, spacing: '3m..9m' }],
);
