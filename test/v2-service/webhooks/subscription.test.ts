import { describe, expect, it } from 'vitest';
import { type Subscription, sees } from '../../../src/v2-service/webhooks/subscription.ts';

type Event = Parameters<typeof sees>[1];
const TYPES = ['message', 'accepted_invitation', 'invitation_received', 'email_bounced', 'disconnection'] as const;

describe('what a webhook sees', () => {
  const seen = (webhook: Partial<Subscription>, direction: Event['direction'] = 'incoming') =>
    TYPES.filter((type) =>
      sees({ mode: 'custom', events: ['all'], message_type: 'incoming', ...webhook }, { type, direction }),
    );

  it('is every type by default', () => {
    expect(seen({})).toEqual(TYPES);
  });

  it.each([
    ['message_received', ['message', 'email_bounced', 'disconnection']],
    ['accepted_invitation', ['accepted_invitation', 'disconnection']],
    ['invitation_received', ['invitation_received', 'disconnection']],
  ] as const)('is filtered by %s in custom mode, disconnections aside', (filter, types) => {
    expect(seen({ events: [filter] })).toEqual(types);
  });

  it('is every type in hosted mode, whatever the filter', () => {
    expect(seen({ mode: 'hosted', events: ['accepted_invitation'] })).toEqual(TYPES);
  });

  it.each(['hosted', 'custom'] as const)('follows the direction for messages alone in %s mode', (mode) => {
    const others = TYPES.filter((type) => type !== 'message');
    expect(seen({ mode, message_type: 'incoming' }, 'outgoing')).toEqual(others);
    expect(seen({ mode, message_type: 'outgoing' }, 'outgoing')).toEqual(TYPES);
    expect(seen({ mode, message_type: 'outgoing' }, 'incoming')).toEqual(others);
    expect(seen({ mode, message_type: 'all' }, 'outgoing')).toEqual(TYPES);
  });
});
