import { rules } from './rule.ts';

/** Words that mean another thing with the code they come with: the most specific of all. */
export const CODED = [
  ...rules('unknown_user', [
    // Exchange Online says so of an address that its directory does not hold; elsewhere it is policy.
    ['5\\.4\\.1\\b…recipient address rejected: access denied', 'microsoft', 'exchange'],
    ['\\b(?:rcp-p1|int-p[134])\\b', '', 'facebook'],
  ]),
  ...rules('filtered', [['\\brcp-p[23]\\b', '', 'facebook']]),
];
