import { describe, expect, it } from 'vitest';
import { type Subscription, sees } from '../../../src/v2/service/events/subscription.ts';

type Event = Parameters<typeof sees>[1];
const TYPES = ['message', 'accepted_invitation', 'invitation_received', 'email_bounced', 'disconnection'] as const;

describe('what a webhook sees', () => {
  const seen = (webhook: Partial<Subscription>, direction: Event['direction'] = 'incoming') =>
    TYPES.filter((type) =>
      sees({ mode: 'custom', events: ['all'], message_type: 'incoming', ...webhook }, { type, direction }),
    );

  it('is every type by default [filter/all] [events#2]', () => {
    expect(seen({})).toEqual(TYPES);
  });

  const custom = (filter: Subscription['events'][number]) => seen({ events: [filter] });

  it('is messages, and what comes back of sent mail, with message_received [filter/message_received] [events#1] [events#2]', () => {
    expect(custom('message_received')).toEqual(['message', 'email_bounced', 'disconnection']);
  });

  it('is what its name says with the other filters, disconnections aside [filter/accepted_invitation] [filter/invitation_received] [filter/email_bounced] [events#2] [events#3]', () => {
    expect(custom('accepted_invitation')).toEqual(['accepted_invitation', 'disconnection']);
    expect(custom('invitation_received')).toEqual(['invitation_received', 'disconnection']);
    expect(custom('email_bounced')).toEqual(['email_bounced', 'disconnection']);
  });

  it('is every type in hosted mode, whatever the filter [events#3]', () => {
    expect(seen({ mode: 'hosted', events: ['accepted_invitation'] })).toEqual(TYPES);
  });

  it.each(['hosted', 'custom'] as const)(
    'follows the direction for messages alone in %s mode [events#3] [POST /v2/webhooks.message_type]',
    (mode) => {
      const others = TYPES.filter((type) => type !== 'message');
      expect(seen({ mode, message_type: 'incoming' }, 'outgoing')).toEqual(others);
      expect(seen({ mode, message_type: 'outgoing' }, 'outgoing')).toEqual(TYPES);
      expect(seen({ mode, message_type: 'outgoing' }, 'incoming')).toEqual(others);
      expect(seen({ mode, message_type: 'all' }, 'outgoing')).toEqual(TYPES);
    },
  );
});
