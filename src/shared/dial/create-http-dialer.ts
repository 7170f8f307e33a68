import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { asError } from '../kit/thrown.ts';
import { type DialPolicy, destinationOf } from './policies.ts';
import { checkDestination, checkedLookup, type Resolver } from './resolve-host.ts';

export interface HttpDialerOptions extends Omit<Agent.Options, 'connect' | 'factory'> {
  /** Wall milliseconds, of each connection. */
  readonly connect_timeout?: number;
  /** PEM: certificates that are trusted beside those of the system. */
  readonly ca?: string;
  readonly resolve?: Resolver;
}

export interface HttpDialer {
  /** Follows no redirect: whoever does asks again, and is checked again. */
  request(url: string | URL, options?: HttpRequest): Promise<Dispatcher.ResponseData>;
  /** The same connections, for who speaks undici. */
  readonly dispatcher: Agent;
  /** Ends the connections; requests in flight are cut off. */
  destroy(): Promise<void>;
}

type HttpRequest = Partial<
  Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal' | 'headersTimeout' | 'bodyTimeout'>
>;

/** HTTP of both products: every connection is held to the policy at the moment when it is dialed. */
export function createHttpDialer(policy: DialPolicy, options: HttpDialerOptions = {}): HttpDialer {
  const { connect_timeout: timeout, ca, resolve, ...agentOptions } = options;
  const dial = buildConnector({
    ...(timeout === undefined ? {} : { timeout }),
    ...(ca === undefined ? {} : { ca }),
    lookup: checkedLookup(policy, resolve),
  });
  const dispatcher = new Agent({
    ...agentOptions,
    connect(target, callback) {
      try {
        checkDestination(destinationOf(new URL(`${target.protocol}//${target.host}`)), policy);
      } catch (error) {
        return callback(asError(error), null);
      }
      return dial(target, callback);
    },
  });
  return {
    request: (url, asked) => request(url, { ...asked, dispatcher }),
    dispatcher,
    destroy: () => dispatcher.destroy(),
  };
}
