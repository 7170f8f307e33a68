interface PageAction {
  readonly title: string;
  /** The part of the page that the action is of; empty: the whole page. */
  readonly hint: string;
  run(): void;
}

const OF_PAGE = 'main [data-acts] :is(button:not(:disabled), a[href])';
const OF_EVERY_PAGE = 'header button[data-acts]';

/** Lists what the buttons of the open page do, by their names; a dialog that one of them opens goes on from there. */
export function actionsOfPage(): readonly PageAction[] {
  // Those of the page first; the way to stop all, which is on every page, comes last.
  const buttons = [OF_PAGE, OF_EVERY_PAGE].flatMap((which) => [...document.querySelectorAll<HTMLElement>(which)]);
  return buttons.map((button) => ({
    title: button.getAttribute('aria-label') ?? button.textContent.trim(),
    hint: button.closest('section')?.querySelector('h2')?.textContent ?? '',
    // By then the palette is closed.
    run: () => void setTimeout(() => button.click()),
  }));
}
