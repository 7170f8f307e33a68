import { type Html, html } from '../../../../shared/html/html.ts';
import type { Platform } from '../../../contract/definition.ts';
import type { Page } from './page.ts';
import { CHANNELS, PRIVACY_NOTE } from './words.ts';

/** Lets a person choose what to connect, where the link leaves a choice. */
export function chooserPage(link: { readonly path: string; readonly platforms: readonly Platform[] }): Page {
  return {
    title: 'Connect your account',
    content: html`<p class="lead">Choose what you would like to connect.</p>
<ul class="channels">
${link.platforms.map(
  (platform) => html`<li><a href="${link.path}/${platform}">${ICONS[platform]}
<span><strong>${CHANNELS[platform].name}</strong><small>${CHANNELS[platform].about}</small></span>
<span class="go" aria-hidden="true">→</span></a></li>`,
)}
</ul>`,
    note: PRIVACY_NOTE,
  };
}

const icon = (shapes: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`;

const ICONS: Readonly<Record<Platform, Html>> = {
  professional: icon(
    html`<rect x="3" y="7.5" width="18" height="12" rx="2.5"/><path d="M9 7.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v1.5M3 12.5h18"/>`,
  ),
  messenger: icon(
    html`<path d="M12 4a8 8 0 0 0-6.9 12L4 20l4.1-1A8 8 0 1 0 12 4Z"/><path d="M9 12h.01M12 12h.01M15 12h.01"/>`,
  ),
  email: icon(html`<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>`),
};
