import type { Begun, Call, RemoteCall } from './call.ts';
import type { ContentChannel } from './content-channel.ts';
import type { EmailChannel } from './email-channel.ts';
import type { EnrichmentCall, EnrichmentSource } from './enrichment-source.ts';
import type { MessengerChannel } from './messenger-channel.ts';
import type { NetworkChannel } from './network-channel.ts';
import type { ProfessionalChannel } from './professional-channel.ts';
import type { ProfilesChannel } from './profiles-channel.ts';
import type { RecruiterChannel } from './recruiter-channel.ts';

/** Abilities that a channel may have. An adapter has a part with all its methods, or not at all. */
export interface ChannelParts {
  readonly professional: ProfessionalChannel;
  readonly profiles: ProfilesChannel;
  readonly network: NetworkChannel;
  readonly content: ContentChannel;
  readonly recruiter: RecruiterChannel;
  readonly email: EmailChannel;
  readonly messenger: MessengerChannel;
  readonly enrichment: EnrichmentSource;
}

export type PartName = keyof ChannelParts;

/** Methods that must not be done twice. The others read, or may be repeated without harm. */
interface Acts {
  readonly professional: 'sendMessage' | 'sendInMail';
  readonly profiles: 'visit' | 'unlock';
  readonly network: 'invite' | 'withdraw' | 'accept';
  readonly content: 'publish' | 'repost' | 'react' | 'comment' | 'answerComment' | 'spendTime';
  readonly recruiter: 'publishJob' | 'closeJob';
  readonly email: 'send';
  readonly messenger: 'send';
  readonly enrichment: never;
}

/** Methods that an adapter answers from its own notes in the database, within the transaction: the network is not asked. */
interface FromNotes {
  readonly professional: never;
  readonly profiles: never;
  readonly network: 'identify';
  readonly content: never;
  readonly recruiter: never;
  readonly email: 'mailboxes';
  readonly messenger: never;
  readonly enrichment: never;
}

/** All connections are read at once, in the transaction that subscribes to their events: that a network would hold up. */
type LocalOnly<P extends PartName> = P extends 'network' ? 'readConnections' : never;

type WithoutTransaction<C> = C extends Call
  ? RemoteCall
  : C extends EnrichmentCall
    ? Omit<EnrichmentCall, 'tx'>
    : never;

/**
 * A part over a network, which takes part in no transaction and may take seconds. It is read before the call's transaction, which then
 * charges and answers. An act is noted in that transaction and executed after its commit.
 */
export type RemotePart<P extends PartName> = {
  readonly [Method in Exclude<keyof ChannelParts[P], LocalOnly<P>>]: ChannelParts[P][Method] extends (
    call: infer C,
    ...query: infer Query
  ) => Promise<infer Answer>
    ? Method extends FromNotes[P]
      ? ChannelParts[P][Method]
      : Method extends Acts[P]
        ? (call: C, ...query: Query) => Promise<Begun<Answer>>
        : (call: WithoutTransaction<C>, ...query: Query) => Promise<Answer>
    : never;
};

/** A part as an action uses it, whichever adapter it is of. */
export type UsedPart<P extends PartName> = ChannelParts[P] | RemotePart<P>;
