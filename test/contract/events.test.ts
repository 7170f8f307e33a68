import { describe, expect, it } from 'vitest';
import { isSubscribed, isWantedDirection, readEvent } from '../../src/v2/contract/events.ts';

const envelope = (platform: string, event: Record<string, unknown>) => ({
  event_id: 'evt_1',
  account_id: 'acc_1',
  account_name: 'Ada',
  platform,
  event: { timestamp: '2026-03-05T10:00:00.000Z', ...event },
  timestamp: '2026-03-05T10:00:01.000Z',
});

const decline = {
  type: 'message',
  inbox: 'premium_navigator',
  message_text: '',
  sender: { name: 'Grace', profile_url: 'https://network.example/in/ACoA1' },
  conversation: { participants: [], is_group_chat: false, unread_count: 1 },
  metadata: { entity_urn: 'urn:1', conversation_urn: 'urn:2', delivered_at: 1, read_status: false },
  has_attachments: false,
  attachments: [],
  message_type: 'INMAIL_DECLINE',
};

describe('reading an event', () => {
  it('checks the payload by type and channel', () => {
    const reading = readEvent(envelope('professional', decline));
    expect(reading).toMatchObject({ kind: 'known', event: { event: { message_type: 'INMAIL_DECLINE' } } });
    expect(readEvent(envelope('email', decline))).toMatchObject({ kind: 'malformed' });
  });

  it('keeps fields and types that it does not know', () => {
    expect(readEvent(envelope('professional', { ...decline, extra: 1 }))).toMatchObject({
      kind: 'known',
      event: { event: { extra: 1 } },
    });
    expect(readEvent(envelope('professional', { type: 'profile_viewed', by: 'x' }))).toMatchObject({
      kind: 'other',
      envelope: { event: { by: 'x' } },
    });
    expect(readEvent(envelope('messenger', { type: 'accepted_invitation' })).kind).toBe('other');
  });

  it('names what is wrong with an envelope or a payload', () => {
    expect(readEvent(null)).toMatchObject({ kind: 'malformed' });
    expect(readEvent({ ...envelope('email', { type: 'message' }), event_id: '' })).toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(/^event\.event_id: /),
    });
    expect(readEvent(envelope('professional', { type: 'accepted_invitation' }))).toEqual({
      kind: 'malformed',
      message: 'event.event.connections: is required',
    });
  });
});

describe('subscriptions', () => {
  it('let a disconnection through whatever the filters', () => {
    expect(isSubscribed(['accepted_invitation'], 'disconnection')).toBe(true);
    expect(isSubscribed([], 'disconnection')).toBe(true);
  });

  it('let through what their filters cover', () => {
    expect(isSubscribed(['message_received'], 'message')).toBe(true);
    expect(isSubscribed(['message_received'], 'email_bounced')).toBe(true);
    expect(isSubscribed(['message_received'], 'accepted_invitation')).toBe(false);
    expect(isSubscribed(['invitation_received', 'accepted_invitation'], 'accepted_invitation')).toBe(true);
    expect(isSubscribed(['all'], 'invitation_received')).toBe(true);
  });

  it('filter the direction of messages only', () => {
    expect(isWantedDirection('incoming', 'message', 'outgoing')).toBe(false);
    expect(isWantedDirection('all', 'message', 'outgoing')).toBe(true);
    expect(isWantedDirection('outgoing', 'message', 'incoming')).toBe(false);
    expect(isWantedDirection('outgoing', 'accepted_invitation', 'incoming')).toBe(true);
  });
});
