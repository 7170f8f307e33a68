/** Classes by which the network counts what a sender account does: visits and sends, by the step's kind. */
export const NETWORK_CLASSES = ['visit', 'invite', 'message', 'inmail', 'email'] as const;

/** Classes that are counted per sender account. `credits` comes from the charge. */
export const LIMIT_CLASSES = [...NETWORK_CLASSES, 'credits'] as const;

export type LimitClass = (typeof LIMIT_CLASSES)[number];

export const isLimitClass = (text: string): text is LimitClass => LIMIT_CLASSES.some((one) => one === text);

/** The key of each class under `limits`. */
export const LIMIT_KEYS = {
  visit: 'visits',
  invite: 'invites',
  message: 'messages',
  inmail: 'inmails',
  email: 'emails',
  credits: 'credits',
} as const satisfies Readonly<Record<LimitClass, string>>;

/** The plural noun of each class in a sentence. */
export const LIMIT_NOUNS: Readonly<Record<LimitClass, string>> = {
  ...LIMIT_KEYS,
  invite: 'invitations',
  inmail: 'InMails',
};
