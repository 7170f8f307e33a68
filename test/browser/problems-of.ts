import type { Page } from 'playwright-core';

/**
 * Lists what a machine can see wrong with a page: text with too little contrast, controls without a name or too small,
 * something that comes from elsewhere, sideways scrolling, no or several headings. Empty for a good page.
 */
export async function problemsOf(page: Page): Promise<string[]> {
  // Runs in the browser: it must not refer to anything outside of itself.
  return page.evaluate(() => {
    const found: string[] = [];
    const short = (element: Element) =>
      `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 40)}`;
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)';
      const color = getComputedStyle(element).backgroundColor;
      return channels(color)[3] === 0 ? ground(element.parentElement) : color;
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || element.closest('script, noscript, .hidden')) continue;
      if (!element.checkVisibility()) continue;
      const [one, other] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(2)}: ${short(element)}`);
    }

    const controls = 'a[href], button, input:not([type=hidden]), select, summary';
    for (const element of document.querySelectorAll<HTMLInputElement>(controls)) {
      if (!element.checkVisibility()) continue;
      const labels = element.labels ? [...element.labels].map((label) => label.innerText) : [];
      const name = element.getAttribute('aria-label') || labels.join(' ') || element.textContent || '';
      if (name.trim() === '') found.push(`no name: ${element.outerHTML.slice(0, 80)}`);
      for (const id of (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)) {
        if (!document.getElementById(id)) found.push(`describes nothing: ${id}`);
      }
      // A link within a sentence is as high as its line.
      const inline = element.tagName === 'A' && element.closest('p, li') !== null && !element.closest('.channels');
      const height = (element.closest('label.check') ?? element).getBoundingClientRect().height;
      // Far down on a long page the browser measures in steps of a 64th of a pixel, and may be off by one.
      if (!inline && height < 24 - 1 / 64) found.push(`only ${height} high: ${short(element)}`);
    }

    for (const entry of performance.getEntriesByType('resource')) {
      if (new URL(entry.name).origin !== location.origin) found.push(`from elsewhere: ${entry.name}`);
    }
    if (document.querySelectorAll('[style], style, script:not([src])').length > 0) found.push('inline style or script');
    if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
    if (document.documentElement.lang === '') found.push('no language');
    const sideways = document.documentElement.scrollWidth - window.innerWidth;
    if (sideways > 0) found.push(`${sideways} px wider than the screen`);
    return found;
  });
}
