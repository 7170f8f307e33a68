import type { Charge } from '../definition.ts';

/** Says in words how many credits a call costs. */
export function chargeText(charge: Charge): string {
  switch (charge.kind) {
    case 'fixed': {
      const again = charge.free_when_repeated ? '; repeating it is free' : '';
      return `${charge.credits === 0 ? 'free' : plural(charge.credits)}${again}`;
    }
    case 'per_results':
      return `${plural(charge.credits)} per ${charge.results} results, rounded up; an empty list is free`;
    case 'send':
      return "1 credit; 2 with media on the professional channel; an InMail takes one of the seat's InMail credits instead";
    case 'connections':
      return '1 credit per 50 results, rounded up; free from the stored copy';
  }
}

const plural = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`);
