/** A provider that runs the mail of many domains; the MX hosts of a domain tell which. */
export interface MailHost {
  readonly name: string;
  /** The `include` of an SPF record that allows the provider's servers. */
  readonly spf: string;
  /** The selectors that their customers' keys are published under. */
  readonly selectors: readonly string[];
}

const HOSTS: readonly (readonly [mx: string, host: MailHost])[] = [
  ['google.com', { name: 'Google', spf: '_spf.google.com', selectors: ['google'] }],
  ['googlemail.com', { name: 'Google', spf: '_spf.google.com', selectors: ['google'] }],
  [
    'protection.outlook.com',
    { name: 'Microsoft 365', spf: 'spf.protection.outlook.com', selectors: ['selector1', 'selector2'] },
  ],
  ['messagingengine.com', { name: 'Fastmail', spf: 'spf.messagingengine.com', selectors: ['fm1', 'fm2', 'fm3'] }],
  ['zoho.com', { name: 'Zoho', spf: 'zohomail.com', selectors: ['zmail', 'zoho'] }],
  ['zoho.eu', { name: 'Zoho', spf: 'zohomail.eu', selectors: ['zmail', 'zoho'] }],
  [
    'protonmail.ch',
    { name: 'Proton', spf: '_spf.protonmail.ch', selectors: ['protonmail', 'protonmail2', 'protonmail3'] },
  ],
  ['mail.icloud.com', { name: 'iCloud', spf: 'icloud.com', selectors: ['sig1'] }],
  ['ovh.net', { name: 'OVH', spf: 'mx.ovh.com', selectors: ['ovhmo-selector-1', 'ovhex-selector-1'] }],
  ['ionos.com', { name: 'IONOS', spf: '_spf.perfora.net', selectors: ['s1-ionos', 's2-ionos'] }],
  ['gandi.net', { name: 'Gandi', spf: '_mailcust.gandi.net', selectors: ['gm1', 'gm2', 'gm3'] }],
];

/** Other names that keys are often found under. */
export const COMMON_SELECTORS: readonly string[] = [
  ...[
    'default',
    'dkim',
    'mail',
    'email',
    'smtp',
    's1',
    's2',
    'k1',
    'k2',
    'k3',
    'key1',
    'mx',
    'mandrill',
    'pm',
    'selector1',
    'google',
  ],
];

/** Null: nobody that is known here. */
export function mailHostOf(mx: readonly string[]): MailHost | null {
  const first = mx[0]?.replace(/\.$/, '').toLowerCase() ?? '';
  return HOSTS.find(([suffix]) => first === suffix || first.endsWith(`.${suffix}`))?.[1] ?? null;
}
