import { hostOf } from '../../../../shared/dial/policies.ts';
import { isPublicHost } from '../../../../shared/dial/public-address.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { ServiceSettings } from '../../context/service-context.ts';

const SCHEMES = ['http:', 'https:', 'socks5:'];

/** A proxy's URL, with its credentials. Its text never comes into a message, because of them. */
export function checkProxyUrl(text: string, settings: Pick<ServiceSettings, 'allow_private_webhooks'>): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !SCHEMES.includes(url.protocol) || url.hostname === '') {
    throw invalidParams('body.url: must be the URL of a proxy, http://, https:// or socks5://, or null for the pool');
  }
  if (url.port === '0') throw invalidParams('body.url: must name the port of the proxy');
  // Only URLs of http have their hosts read: socks5://2130706433 is a way to say 127.0.0.1, and socks5://a%00.b/ says nothing.
  const asHttp = url.href.replace(/^socks5:/, 'http:');
  if (!URL.canParse(asHttp)) throw invalidParams('body.url: must name the host of the proxy');
  const host = hostOf(new URL(asHttp));
  if (!settings.allow_private_webhooks && !isPublicHost(host)) {
    throw invalidParams('body.url: the proxy must be publicly reachable');
  }
  return url.href;
}
