import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import { LIMIT_KEYS, NETWORK_CLASSES } from '../../language/plan/limit-class.ts';
import type { Cap, LimitClass } from '../../language/plan/plan.ts';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { PACKAGE_ROOT } from './package-root.ts';

const cap = z
  .string()
  .regex(/^\d{1,7}\/(day|week)$/, 'is not a limit; write 100/week or 20/day')
  .transform((text): Cap => {
    const [count, per] = text.split('/');
    return { count: Number(count), per: per === 'week' ? 'week' : 'day' };
  });
const caps = z.preprocess((one) => (Array.isArray(one) ? one : [one]), z.array(cap).min(1));

const profile = z.strictObject({
  for: z
    .strictObject({
      platform: z.enum(['professional', 'messenger', 'email']),
      product: z.string().min(1).optional(),
      domains: z.array(z.string().min(1)).min(1).optional(),
    })
    .optional(),
  caps: z.strictObject({
    visits: caps.optional(),
    invites: caps.optional(),
    messages: caps.optional(),
    inmails: caps.optional(),
    emails: caps.optional(),
  }),
  note_length: z.int().min(0).max(300).default(300),
  inmails_per_month: z.int().min(0).optional(),
});

/** The network profiles of a folder, by name: that of `OVERTURE_LIMITS`, else the `limits/` that comes with us. */
export function readNetworkProfiles(environment: { readonly OVERTURE_LIMITS?: string | undefined }): NetworkProfile[] {
  const given = environment.OVERTURE_LIMITS;
  const folder = given === undefined ? join(PACKAGE_ROOT, 'limits') : resolve(given);
  return namesIn(folder).map((name) => readProfile(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    return files.map((file) => basename(file, '.yaml')).sort();
  } catch (cause) {
    throw new CodedError('bad_limits', `The network profiles cannot be read: there is no folder ${folder}.`, {
      fix: 'Set OVERTURE_LIMITS to a folder of profiles (an empty one: no profiles), or unset it.',
      cause,
    });
  }
}

function readProfile(folder: string, name: string): NetworkProfile {
  const path = join(folder, `${name}.yaml`);
  const text = readFileSync(path, 'utf8');
  const checked = checkShape(profile, knownTexts()[text] ?? readYaml(path, text));
  if (!checked.ok) {
    throw badProfile(path, checked.error.map(({ field, message }) => `${field || 'the file'}: ${message}`).join('; '));
  }
  const { for: match, caps: byKey, note_length, inmails_per_month } = checked.value;
  return {
    name,
    caps: byClass(byKey),
    note_length,
    ...(inmails_per_month === undefined ? {} : { inmails_per_month }),
    ...(match === undefined ? {} : { for: withoutAbsent(match) }),
  };
}

function readYaml(path: string, text: string): unknown {
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken) throw badProfile(path, broken.message);
  return document.toJS();
}

let known: Readonly<Record<string, unknown>> | undefined;

/** Gives the profiles of ours that the build has read, by their texts. */
function knownTexts(): Readonly<Record<string, unknown>> {
  known ??= readKnown();
  return known;
}

function readKnown(): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'dist/limits.json'), 'utf8'));
    return isRecord(read) ? read : {};
  } catch {
    // It runs from its sources.
    return {};
  }
}

function badProfile(path: string, problem: string): CodedError {
  return new CodedError('bad_limits', `The network profile ${path} cannot be used: ${problem}.`, {
    fix: 'Correct the file; those in limits/ show the form.',
  });
}

type Match = NonNullable<z.output<typeof profile>['for']>;

function withoutAbsent({ platform, product, domains }: Match): NonNullable<NetworkProfile['for']> {
  return { platform, ...(product === undefined ? {} : { product }), ...(domains === undefined ? {} : { domains }) };
}

function byClass(byKey: z.output<typeof profile>['caps']): NetworkProfile['caps'] {
  const result: { [limit in LimitClass]?: readonly Cap[] } = {};
  for (const name of NETWORK_CLASSES) {
    const found = byKey[LIMIT_KEYS[name]];
    if (found !== undefined) result[name] = found;
  }
  return result;
}
