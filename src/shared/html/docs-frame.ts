import { DOCS_STYLE } from './docs-style.ts';
import { type Html, html } from './html.ts';

/** A page of documentation: a column of links to the anchors of the content beside it. No script, nothing loaded. */
export function docsFrame({
  title,
  contents,
  main,
}: {
  readonly title: string;
  readonly contents: Html;
  readonly main: Html;
}): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: DOCS_STYLE }}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<a class="contents" href="#contents">Contents</a>
<div class="frame">
<nav id="contents" aria-label="Contents">
${contents}
</nav>
<main id="content">
${main}
</main>
</div>
</body>
</html>
`;
  return page.markup;
}

/** A line of the contents. */
export const link = (id: string, text: string): Html => html`<li><a href="#${id}">${text}</a></li>`;
