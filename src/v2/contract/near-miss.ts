import { z } from 'zod';
import { nearest } from '../../shared/kit/nearest.ts';
import { own } from '../../shared/kit/own.ts';
import type { ActionDefinition } from './definition.ts';
import { V1_RENAMED_PARAMS } from './v1.ts';

/** V1's names of params: sent to V2 they would be dropped without a word. */
const RENAMED: Readonly<Record<string, string>> = V1_RENAMED_PARAMS;

/** Fields of the body that some callers repeat inside `params`: they mean no param. */
const ENVELOPE_FIELDS = ['account_id', 'action'];

const NAME_LENGTH_FOR_TYPOS = 5;

/**
 * Unknown keys of `params` are ignored, but one that nearly is a known key (`inMail`, `profileUrl`) would silently change
 * what is sent: those are refused. Reads are left alone.
 * @unspecified
 */
export function nearMisses(definition: ActionDefinition, params: Readonly<Record<string, unknown>>): string[] {
  if (definition.effect === 'read') return [];
  const given = Object.fromEntries(Object.entries(params).filter(([key]) => !ENVELOPE_FIELDS.includes(key)));
  return nearMissesOf(paramNames(definition), given, 'params');
}

/** The keys of `given` that are not known, but nearly. */
export function nearMissesOf(
  known: readonly string[],
  given: Readonly<Record<string, unknown>>,
  location: 'params' | 'body',
): string[] {
  return Object.keys(given).flatMap((key) => {
    if (known.includes(key)) return [];
    const meant = meantBy(key, known);
    return meant === undefined ? [] : [`${location}.${key}: unknown, did you mean ${meant}?`];
  });
}

/** The keys that an action's `params` may have. */
export function paramNames(definition: Pick<ActionDefinition, 'params'>): string[] {
  let schema: z.core.$ZodType = definition.params;
  // What comes first may be a rewriting of the input, which has no names.
  while (schema instanceof z.ZodPipe) schema = schema.in instanceof z.ZodTransform ? schema.out : schema.in;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function meantBy(key: string, known: readonly string[]): string | undefined {
  const renamed = own(RENAMED, key);
  if (renamed !== undefined && known.includes(renamed)) return renamed;
  return nearest(key, known, (_, name) => (name.length >= NAME_LENGTH_FOR_TYPOS ? 1 : 0))[0];
}
