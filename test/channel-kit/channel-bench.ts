import type { V2ServiceOptions } from '../../src/v2/service/service.ts';
import type { KitService } from './kit-service.ts';

/** Somebody whom the account can write to. */
export interface Recipient {
  /** Params of `messages / send` that address the person. */
  readonly to: Readonly<Record<string, unknown>>;
  /** The texts that truly reached them, as the network knows it; oldest first. */
  received(): Promise<readonly string[]>;
  /** Lets the person write to the account. */
  write(account_id: string, text: string): Promise<void>;
}

/** Everything that the kit needs of the adapter under test: its network, with people in it, and what may go wrong there. */
export interface ChannelBench {
  readonly platform: 'professional' | 'messenger' | 'email';
  readonly adapters?: V2ServiceOptions['adapters'];
  /** A new account of the adapter, signed in. */
  connect(kit: KitService): Promise<string>;
  /** Somebody new, who has never been written to. */
  recipient(kit: KitService): Promise<Recipient>;
  /** `to` of somebody whom the network refuses at once and for good, and how that is said. Absent: it takes every message. */
  refused?(kit: KitService): Promise<{ readonly to: Recipient['to']; readonly sub_code: string }>;
  /**
   * A message that went out, and whose outcome was not written down: `true` where a repeat finds that out by itself, else what makes
   * the network prove it. What is proved by nothing stays unknown, and is not sent again.
   */
  readonly proof: true | ((kit: KitService, account_id: string, text: string) => Promise<void>);
  /** The next message reaches its recipient, and the answer of the network is lost. Absent: it cannot be. */
  loseAnswer?(recipient: Recipient): void;
  /** The network breaks off before it has the next message. Absent: it cannot. */
  breakOff?(recipient: Recipient): void;
}
