import type { WriteStream } from 'node:tty';
import { shortenText } from '../../shared/kit/cut-text.ts';
import { visibleLine } from '../../shared/kit/visible.ts';

export interface LiveLine {
  /** Replaces the live line. Without a terminal it is printed when it says something new, at most every 5 s. */
  show(text: string): void;
  /** A line that stays. */
  print(text: string): void;
}

const QUIET_INTERVAL = 5_000;

export function createLiveLine(out: WriteStream): LiveLine {
  let shown = '';
  let printedAt = 0;
  let printed = '';
  return {
    show(text) {
      if (out.isTTY) {
        const width = Math.max(20, (out.columns ?? 80) - 1);
        const line = visibleLine(text);
        shown = shortenText(line, width);
        out.write(`\r\u001b[2K${shown}`);
        return;
      }
      if (text === printed || Date.now() - printedAt < QUIET_INTERVAL) return;
      printed = text;
      printedAt = Date.now();
      out.write(`${visibleLine(text)}\n`);
    },
    print(text) {
      if (out.isTTY && shown !== '') out.write('\r\u001b[2K');
      out.write(`${visibleLine(text)}\n`);
      if (out.isTTY && shown !== '') out.write(shown);
    },
  };
}
