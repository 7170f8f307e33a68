import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { readNetworkProfiles } from '../../src/app/main/read-network-profiles.ts';
import { neededTiers } from '../../src/core/simulate/accounts/needed-tiers.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation.ts';
import { insteadOf } from '../../src/core/simulate/summary/instead-of.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

const PROFILES = readNetworkProfiles({ OVERTURE_LIMITS: `${PACKAGE_ROOT}/limits` });

function planOf(steps: string, limits = 'invites: 20/day, inmails: 10/day, emails: 100/day, visits: 80/day'): Plan {
  const text = `sequence: any\nlimits: { ${limits} }\nsteps:\n${steps}`;
  const compiled = compileSequence(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan;
}

const MAIL = '{ subject: S, text: T }';
const INMAIL = `  - inmail: ${MAIL}\n    else:\n      - enrich: email\n        else: [{ end: no_way }]\n      - email: ${MAIL}\n`;

const simulated = (plan: Plan, more: Partial<SimulationInput> = {}) =>
  simulate({ plans: [plan], leads: 40, days: 30, seed: 1, profiles: PROFILES, ...more });

describe('the tier that a sequence needs', () => {
  const tierOf = (...steps: string[]) =>
    neededTiers(
      steps.map((one) => planOf(one)),
      PROFILES,
    ).professional?.name;

  it('has a seat where an InMail is sent, and is the least of those', () => {
    expect(tierOf('  - invite\n')).toBe('professional-free');
    expect(tierOf(INMAIL)).toBe('professional-recruiter');
    expect(tierOf('  - invite\n', INMAIL)).toBe('professional-recruiter');
    expect(tierOf('  - action: profiles.unlock\n    params: { profile: ada }\n')).toBe('professional-recruiter');
  });

  it('takes the note of the invitation', () => {
    expect(tierOf(`  - invite: "${'x'.repeat(200)}"\n`)).toBe('professional-free');
    expect(tierOf(`  - invite: "${'x'.repeat(201)}"\n`)).toBe('professional-recruiter');
  });

  it('is nothing where no tier would do', () => {
    const free = PROFILES.filter(({ name }) => name === 'professional-free');
    expect(neededTiers([planOf(INMAIL)], free)).toEqual({});
    expect(neededTiers([planOf(INMAIL)], PROFILES)).toMatchObject({
      email: { name: 'email' },
      messenger: { name: 'messenger' },
    });
  });

  it('holds for accounts of which nothing is known, and for no other', () => {
    const invites = planOf('  - invite\n', 'invites: 200/day');
    expect(simulated(invites, { leads: 200 })).toMatchObject({ assumed: { professional: 'professional-free' } });
    // 100 a week is the tier's; the sequence alone would send all of them on the first day.
    expect(simulated(invites, { leads: 200 }).by_day[0]?.actions.invite).toBe(100);
    expect(simulated(invites, { leads: 200, profiles: [] }).by_day[0]?.actions.invite).toBe(200);
    const profile = PROFILES.find(({ name }) => name === 'professional-sales-navigator') ?? null;
    const known = simulated(invites, { accounts: [{ id: 'anna', channel: 'professional', profile }] });
    expect(known.assumed).toEqual({});
  });
});

describe('the limit that binds', () => {
  it('is the InMails that were not there, with what people do instead', () => {
    const profile = { name: 'own', caps: {}, note_length: 300 };
    const accounts = [{ id: 'anna', channel: 'professional' as const, inmails: 10, profile }];
    const { binding, actions } = simulated(planOf(INMAIL), { accounts });
    expect(actions).toMatchObject({ inmail: 10, email: 30 });
    expect(binding).toMatchObject({ limit: 'inmail', effect: 'instead', people: 30, caps: [] });
    expect(binding?.text).toBe('The InMails of the account: 30 people take the email instead.');
  });

  it('is the cap that was reached longest, with what another account changes', () => {
    const plan = planOf('  - invite\n', 'invites: [5/day, 20/week]');
    const { binding } = simulated(plan);
    expect(binding).toMatchObject({
      ...{ limit: 'invite', effect: 'reached', people: null },
      caps: [
        { count: 5, per: 'day' },
        { count: 20, per: 'week' },
      ],
    });
    expect(binding?.text).toBe(
      '5 invitations a day and 20 a week hold the campaign up from 2026-01-05 to 2026-01-15; a second professional account ends it on 2026-01-12.',
    );
    expect(simulated(plan, { what_if: false }).binding?.text).toBe(
      '5 invitations a day and 20 a week hold the campaign up from 2026-01-05 to 2026-01-15.',
    );
  });

  it('says for how long people stand in line whom an earlier step has let through', () => {
    const plan = planOf('  - visit\n  - wait: 1 day\n  - invite\n', 'visits: 40/day, invites: 10/week');
    expect(simulated(plan, { what_if: false, days: 60 }).binding?.text).toBe(
      '10 invitations a week hold the campaign up from 2026-01-06 to 2026-01-26, and people wait up to 20 days in line for theirs.',
    );
    const even = planOf('  - visit\n  - wait: 1 day\n  - invite\n', 'visits: 10/week, invites: 10/week');
    expect(simulated(even, { what_if: false, days: 60 }).binding?.text).not.toContain('in line');
  });

  it('is none where nothing would change without it', () => {
    expect(simulated(planOf('  - invite\n'), { leads: 10 }).binding).toBeNull();
  });

  it.each([
    [INMAIL, 'take the email instead'],
    [`  - inmail: ${MAIL}\n    else: [{ end: no_inmail }]\n`, 'end as no_inmail'],
    [
      `  - inmail: ${MAIL}\n    else: [{ wait: 1 day }, { invite: Hi }, { email: ${MAIL} }]\n`,
      'take the invitation instead',
    ],
    [`  - inmail: ${MAIL}\n    else: [like]\n  - end: silent\n`, 'end as silent'],
  ])('says what comes in place of an InMail: %#', (steps, expected) => {
    expect(insteadOf(planOf(steps), '1-inmail')).toBe(expected);
  });
});
