/** A choice is its first value, and a place whose text has braces is no place: CodeMirror knows neither. */
export const toTemplate = (snippet: string): string =>
  snippet
    .replace(/(\$\{)\d{1,3}\|([^,|}]{1,200})[^}]{0,200}\}/g, '$1$2}')
    .replace(/\$\{\d{1,3}:((?:\\.|[^\\}]){0,300})\}/g, (whole, text: string) =>
      /[{\\]/.test(text) ? text.replaceAll('\\}', '}') : whole,
    );
