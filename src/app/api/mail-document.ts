/**
 * Elements by which a browser speaks to other machines before any policy is asked: Chromium connects to where a frame or a `preconnect`
 * points even though it may not load it.
 * Scripts, pictures and all else are kept from loading by the policy that the document is served with.
 */
const SPEAKING = /<\/?(?:link|meta|base|i?frame|fencedframe|portal|object|embed)\b[^>]*>?/gi;

/** A link leads nowhere: a browser connects to where it points before it asks whether it may go there. */
const LINK = /\bhref(?=\s*=)/gi;

/** The HTML of a mail as a document of its own. A blank in place of what is taken out: what stood around it does not become a tag. */
export function mailDocument(html: string): string {
  const harmless = html.replace(SPEAKING, ' ').replace(LINK, 'data-href');
  return `<!doctype html><meta charset="utf-8"><title>Mail</title>\n${harmless}`;
}
