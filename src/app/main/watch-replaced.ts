import { type FSWatcher, watch } from 'node:fs';

/**
 * Calls `onChange` when the file is written, or replaced by another one of its name. It watches the file and not its folder: whoever watches a folder is told of each write to any file in
 * it, and Temporal writes to its database, which stands beside the clock, some hundred times for each enrollment. Where nothing can be noticed, nothing is called.
 */
export function watchReplaced(file: string, onChange: () => void): { close(): void } {
  let watcher: FSWatcher | null = null;
  let is_closed = false;
  const close = (): void => {
    watcher?.close();
    watcher = null;
  };
  const begin = (): void => {
    close();
    if (is_closed) return;
    try {
      watcher = watch(file, { persistent: false }, (event) => {
        // The file that was watched is gone, and another one has its name.
        if (event === 'rename') begin();
        onChange();
      });
      watcher.on('error', close);
    } catch {
      close();
    }
  };
  begin();
  return {
    close() {
      is_closed = true;
      close();
    },
  };
}
