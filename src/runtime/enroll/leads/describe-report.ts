import type { AddressReport } from '../../store/addresses/address-reports.ts';

/** `Mails to ada@x.example came back for good on 2026-11-02: 550 5.1.1 no such user.` */
export function describeReport({ address, kind, at, reason }: AddressReport): string {
  const what =
    kind === 'bounce' ? `Mails to ${address} came back for good` : `Somebody at ${address} called a mail spam`;
  return `${what} on ${at.toISOString().slice(0, 10)}${reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`}.`;
}

export const WHAT_CLEARS_IT =
  'A reply from there clears a bounce, and so does a person: `overture addresses clear`, DELETE /api/address-reports/{address}.';
