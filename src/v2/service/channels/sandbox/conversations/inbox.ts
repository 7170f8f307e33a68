export type Inbox = 'classic' | 'premium_navigator' | 'messenger';
