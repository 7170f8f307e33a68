import type { ContentChannel } from './content-channel.ts';
import type { EmailChannel } from './email-channel.ts';
import type { EnrichmentSource } from './enrichment-source.ts';
import type { MessengerChannel } from './messenger-channel.ts';
import type { NetworkChannel } from './network-channel.ts';
import type { ProfessionalChannel } from './professional-channel.ts';
import type { ProfilesChannel } from './profiles-channel.ts';
import type { RecruiterChannel } from './recruiter-channel.ts';
import type { SignIn } from './sign-in.ts';

/**
 * What the service needs of a channel. The actions validate, charge and shape; the adapter behind this port does. Every
 * call gets the action's transaction, so that effect, charge and log row are committed together (an adapter to a real
 * outside world ignores it). Refusals are values.
 */
export interface ChannelPort {
  readonly professional: ProfessionalChannel;
  readonly profiles: ProfilesChannel;
  readonly network: NetworkChannel;
  readonly content: ContentChannel;
  readonly recruiter: RecruiterChannel;
  readonly email: EmailChannel;
  readonly messenger: MessengerChannel;
  readonly enrichment: EnrichmentSource;
  readonly sign_in: SignIn;
}
