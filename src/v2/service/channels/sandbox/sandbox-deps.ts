import type { Clock } from '../../../../shared/kit/clock.ts';
import type { SecretBox } from '../../../../shared/secrets/secret-box.ts';
import type { EventSink } from '../../events/event-sink.ts';
import type { ChannelSettings } from '../channel-settings.ts';

export interface SandboxDeps {
  readonly clock: Clock;
  readonly events: EventSink;
  /** Seals the cursors, so that clients can neither read nor change them. */
  readonly secrets: SecretBox;
  /** Settings for the addresses of files in events, and for the links that people follow. */
  readonly settings: Pick<ChannelSettings, 'base_url' | 'allow_private_webhooks'>;
}
