export type ChannelName = 'professional' | 'messenger' | 'email';
