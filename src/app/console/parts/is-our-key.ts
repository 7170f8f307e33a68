const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Whether a key is for the page: it is not where somebody writes, nor for the browser, nor while a dialog asks. */
export function isOurKey(event: KeyboardEvent): boolean {
  const isForBrowser = event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented;
  return !isForBrowser && !isWriting(event.target) && document.querySelector('[role=dialog]') === null;
}
