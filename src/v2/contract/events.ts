import { z } from 'zod';
import type { Platform } from './definition.ts';
import { PLATFORMS } from './records/account.ts';
import {
  acceptedInvitation,
  disconnection,
  emailBounced,
  emailComplained,
  emailMessage,
  invitationReceived,
  messengerMessage,
  professionalMessage,
} from './records/event.ts';
import { EVENT_TYPES, type EventType } from './subscriptions.ts';
import { ABSENT_IS_REQUIRED, validationMessage } from './validation-message.ts';

export * from './subscriptions.ts';

/** spec: Webhook event envelope. Of any type, also one that is not known yet. */
export const eventEnvelope = z.looseObject({
  /** Identical on every retry and replay. */
  event_id: z.string().min(1),
  account_id: z.string(),
  account_name: z.string(),
  platform: z.enum(PLATFORMS),
  event: z.looseObject({
    type: z.string(),
    /** The moment of the activity. */
    timestamp: z.string(),
  }),
  /** The moment the service emitted the event. */
  timestamp: z.string(),
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;

/** `event` of each type, by the channel it comes from. */
export const EVENT_SCHEMAS = {
  message: { professional: professionalMessage, messenger: messengerMessage, email: emailMessage },
  accepted_invitation: { professional: acceptedInvitation },
  invitation_received: { professional: invitationReceived },
  email_bounced: { email: emailBounced },
  email_complained: { email: emailComplained },
  disconnection: { professional: disconnection, messenger: disconnection, email: disconnection },
} as const satisfies Record<EventType, Partial<Record<Platform, z.ZodType>>>;

type Carried<P extends Platform, E extends z.ZodType> = Omit<EventEnvelope, 'platform' | 'event'> & {
  readonly platform: P;
  readonly event: z.output<E>;
};

/** A known event with its payload checked; tell them apart by `event.type`, then `platform`. */
export type ServiceEvent =
  | Carried<'professional', typeof professionalMessage>
  | Carried<'messenger', typeof messengerMessage>
  | Carried<'email', typeof emailMessage>
  | Carried<'professional', typeof acceptedInvitation>
  | Carried<'professional', typeof invitationReceived>
  | Carried<'email', typeof emailBounced>
  | Carried<'email', typeof emailComplained>
  | Carried<Platform, typeof disconnection>;

export type EventReading =
  | { readonly kind: 'known'; readonly event: ServiceEvent }
  /** A proper envelope of a type, or from a channel, that this contract does not have: to be kept and let be. */
  | { readonly kind: 'other'; readonly envelope: EventEnvelope }
  | { readonly kind: 'malformed'; readonly message: string };

export function readEvent(value: unknown): EventReading {
  const envelope = eventEnvelope.safeParse(value, ABSENT_IS_REQUIRED);
  if (!envelope.success) return { kind: 'malformed', message: validationMessage('event', envelope.error) };
  const { platform, event } = envelope.data;
  const schema = eventSchema(event.type, platform);
  if (!schema) return { kind: 'other', envelope: envelope.data };
  const payload = schema.safeParse(event, ABSENT_IS_REQUIRED);
  if (!payload.success) return { kind: 'malformed', message: validationMessage('event.event', payload.error) };
  // The schema was chosen by exactly the two fields that tell the members of the union apart.
  return { kind: 'known', event: { ...envelope.data, event: payload.data } as ServiceEvent };
}

export const isEventType = (type: string): type is EventType => EVENT_TYPES.some((known) => known === type);

function eventSchema(type: string, platform: Platform): z.ZodType | undefined {
  if (!isEventType(type)) return undefined;
  const schemas: Partial<Record<Platform, z.ZodType>> = EVENT_SCHEMAS[type];
  return schemas[platform];
}
