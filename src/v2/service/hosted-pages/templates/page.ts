import { type Html, html } from '../../../../shared/html/html.ts';

/** The paths of the pages and of the files that they load, as a browser requests them. */
export interface Paths {
  /** Path of all pages, without a trailing slash: `/connect`, or below the path of `app_url`. */
  readonly root: string;
  readonly style: string;
  readonly script: string;
}

export interface Page {
  readonly title: string;
  /** Above the heading: where in the whole this is. */
  readonly place?: string;
  readonly back?: { readonly href: string; readonly label: string } | undefined;
  readonly content: Html;
  /** Seconds after which a browser without scripts asks again. */
  readonly refresh?: number;
  readonly failed?: boolean;
  /** Below the card. */
  readonly note?: string | undefined;
}

/** A whole document. The heading is the title, so that both always say the same. */
export function pageMarkup(page: Page, paths: Paths): string {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.failed && 'Error: '}${page.title}</title>
<link rel="stylesheet" href="${paths.style}">
<script src="${paths.script}" defer></script>
${page.refresh !== undefined && html`<noscript><meta http-equiv="refresh" content="${page.refresh}"></noscript>`}
</head>
<body>
<div class="sheet">
<header class="brand">${MARK}<span>Secure connection</span></header>
<main>
${page.back && html`<a class="back" href="${page.back.href}"><span aria-hidden="true">←</span> ${page.back.label}</a>`}
${page.place !== undefined && html`<p class="place">${page.place}</p>`}
<h1>${page.title}</h1>
${page.content}
</main>
</div>
${page.note !== undefined && html`<footer>${page.note}</footer>`}
</body>
</html>
`;
  return document.markup;
}

/** Two links of a chain. */
const MARK = html`<svg viewBox="0 0 32 32" width="26" height="26" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true"><rect x="3" y="10" width="16" height="12" rx="6"/><rect x="13" y="10" width="16" height="12" rx="6"/></svg>`;
