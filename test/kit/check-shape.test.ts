import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkShape } from '../../src/shared/kit/check-shape.ts';

const said = (schema: z.ZodType, given: unknown) => {
  const checked = checkShape(schema, given);
  return checked.ok ? 'nothing' : checked.error.map(({ field, message }) => `${field}: ${message}`).join('; ');
};
const filter = z.strictObject({ status: z.enum(['queued', 'active']), node: z.string().min(1).optional() });

it.each([
  [z.coerce.number().int().max(1000), '5000', ': must be at most 1000'],
  [z.coerce.number().int().min(1), '0', ': must be at least 1'],
  [z.coerce.number().int(), 'many', ': must be a number'],
  [z.int(), 1.5, ': must be a whole number, not 1.5'],
  [z.number().positive(), 0, ': must be more than 0'],
  [z.number().multipleOf(5), 7, ': must be a multiple of 5'],
  [z.string(), 3, ': must be a text, not 3'],
  [z.string(), null, ': must be a text, not null'],
  [z.string(), undefined, ': is missing'],
  [z.string().min(1), '', ': must not be empty'],
  [z.string().min(24), 'short', ': must have at least 24 characters'],
  [z.string().max(1), 'ab', ': must have at most 1 character'],
  [z.array(z.string()).min(1), [], ': must have at least 1 entry'],
  [z.array(z.string()), {}, ': must be a list, not an object'],
  [z.iso.datetime(), 'soon', ': is not a time; write it as 2026-03-02T09:00:00Z'],
  [z.string().regex(/^x$/), 'y', ': has the wrong format'],
  [z.string().regex(/^x$/, 'must be x'), 'y', ': must be x'],
  [filter, { status: 'done' }, 'status: must be queued or active, not "done"'],
  [
    filter,
    { status: 'active', nod: 1, who: 2 },
    'nod: unknown field "nod"; did you mean node?; who: unknown field "who"; there are: status, node',
  ],
  [filter, [], ': must be an object, not a list'],
  [z.literal(true), 'yes', ': must be true, not "yes"'],
  [z.union([z.string(), z.array(z.string())]), 3, ': must be a text, not 3, or must be a list, not 3'],
  [z.union([z.string(), z.array(z.string())]), [3], ': 0 must be a text, not 3'],
  [
    z.union([z.strictObject({ plan_id: z.string() }), z.strictObject({ hash: z.string() })]),
    { nonsense: 1 },
    ': plan_id is missing, or hash is missing; nonsense: unknown field "nonsense"',
  ],
  [
    z.record(z.string().max(2), z.string()),
    { long: 'x' },
    'long: has an invalid entry: must have at most 2 characters',
  ],
] as const)('%# says what is wrong in our own words', (schema, given, words) => {
  expect(said(schema, given)).toBe(words);
});

it('gives what is right, as it is read', () => {
  expect(checkShape(z.coerce.number(), '5')).toEqual({ ok: true, value: 5 });
});
