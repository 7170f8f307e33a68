import { html } from '../../../../shared/html/html.ts';
import type { Page } from './page.ts';

/** The confirmation, where no `success_url` takes over. */
export function connectedPage(account: {
  readonly name: string;
  readonly channel: string;
  readonly again: boolean;
}): Page {
  return {
    title: account.again ? 'Connected again' : 'Connected',
    place: account.channel,
    content: html`<svg class="tick" viewBox="0 0 52 52" width="64" height="64" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="26" cy="26" r="23"/><path d="m16 27 7 7 14-15"/></svg>
<p class="lead" role="status"><strong>${account.name}</strong> is connected. You can close this window.</p>`,
  };
}

/** On the phone, once the device is linked. */
export const phoneLinkedPage: Page = {
  title: 'Device linked',
  place: 'Sandbox phone',
  content: html`<p class="lead" role="status">The other screen continues by itself. You can close this page.</p>`,
};

const ENDED = {
  used: {
    title: 'This link was already used',
    text: 'Each link connects one account, once. Ask whoever sent it to you for a new one.',
  },
  expired: {
    title: 'This link has expired',
    text: 'For your safety, links work for a short time only. Ask whoever sent it to you for a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Check that you opened the whole address, or ask whoever sent it to you for a new one.',
  },
  account_gone: {
    title: 'This account is no longer here',
    text: 'The account that this link reconnects was removed. Ask whoever sent it to you for a new link.',
  },
} as const;
export type Ending = keyof typeof ENDED;

export const endedPage = (ending: Ending): Page => ({
  title: ENDED[ending].title,
  failed: true,
  content: html`<p class="lead">${ENDED[ending].text}</p>`,
});

export const brokenPage = (request: { readonly id: string }): Page => ({
  title: 'Something went wrong',
  failed: true,
  content: html`<p class="lead">This is our fault, not yours, and nothing was connected. Please try again in a moment.</p>
<p class="aside">If it happens again, mention <code>${request.id}</code>.</p>`,
});
