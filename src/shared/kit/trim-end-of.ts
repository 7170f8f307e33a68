/** The text without what it ends with of these characters. An expression such as `/x+$/` looks at every run of them, to its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
