import type { Script } from './script.ts';

/** The sequence of a history, as a person would write it. */
export function documentOf(script: Script): Readonly<Record<string, unknown>> {
  const { cap, hours, review, stop_on, steps } = script;
  return {
    sequence: 'simulated',
    schedule: { timezone: 'Europe/Paris', ...(hours ? { hours: { 'mon-fri': '09:00-18:00' } } : {}) },
    limits: {
      visits: `${cap}/day`,
      invites: `${cap}/day`,
      messages: `${cap}/day`,
      inmails: `${cap}/day`,
      emails: `${cap}/day`,
    },
    stop_on,
    ...(review ? { review: true } : {}),
    steps,
  };
}
