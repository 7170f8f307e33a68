import { domainOf } from '../../shared/identity/mailbox-key.ts';
import type { SlotQuestion } from './find-slot.ts';
import { scheduleZone } from './zone-of.ts';

/** A step that asks for a slot, as each caller knows it. */
export interface AskingStep extends Omit<SlotQuestion, 'zone' | 'domain'> {
  /** The lead's own zone, where it is known. */
  readonly lead_timezone: string | null | undefined;
  /** The address to which a mail goes, or its domain where only that is known; no other class looks at it. */
  readonly mail_to: { readonly address: string | null | undefined } | { readonly domain: string | null };
}

/** Builds the question that a step asks the calendar of an account; in production, in a simulation and in a preview alike. */
export function slotQuestion({ lead_timezone, mail_to, ...step }: AskingStep): SlotQuestion {
  const domain = 'domain' in mail_to ? mail_to.domain : domainOf(mail_to.address ?? '');
  return {
    ...step,
    zone: scheduleZone(step.plan.schedule, { timezone: lead_timezone ?? null }),
    domain: step.limit_class === 'email' ? domain || null : null,
  };
}

/** Whether a step answers a person, so that it goes before new contacts: they have replied, or it waited for a reply. */
export const answersPerson = (replied: boolean, awaited: readonly string[] | undefined): boolean =>
  replied || (awaited?.length ?? 0) > 0;
