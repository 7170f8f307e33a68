export interface Command {
  readonly page: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Reads the commands of a page: every line of its `sh` blocks, and what stands behind `$` in its `console` blocks. A line that
 * ends with a backslash goes on.
 */
export function commandsOf(page: string, text: string): Command[] {
  const found: Command[] = [];
  let block: { kind: string; lines: string[]; begun: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line);
    if (fence && block === null) block = { kind: fence[1] ?? '', lines: [], begun: index + 2 };
    else if (fence && block !== null) {
      found.push(...ofBlock(page, block));
      block = null;
    } else block?.lines.push(line);
  }
  return found;
}

function ofBlock(
  page: string,
  { kind, lines, begun }: { kind: string; lines: readonly string[]; begun: number },
): Command[] {
  // With what it prints, so that a block that shows a failure can be told.
  if (kind === 'console') {
    const [first = ''] = lines;
    return first.startsWith('$ ')
      ? [{ page, line: begun, text: `${first.slice(2)} # ${lines.slice(1).join(' ')}` }]
      : [];
  }
  if (kind !== 'sh') return [];
  const joined: Command[] = [];
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1);
    if (last?.text.endsWith('\\')) joined[joined.length - 1] = { ...last, text: `${last.text}\n${line}` };
    else if (line.trim() !== '') joined.push({ page, line: begun + index, text: line });
  }
  return joined;
}
