import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import classes from './inbox.module.css';

export interface AttachedFile {
  readonly filename: string;
  /** Base64. */
  readonly data: string;
}

/** Bytes of all together: what goes to the server is a third longer. */
const MOST = 11 * 1024 * 1024;

interface AttachFilesProps {
  readonly files: readonly AttachedFile[];
  onChange(files: readonly AttachedFile[]): void;
}

/** Files that go with the answer. They are no part of the draft: after a reload they are chosen again. */
export function AttachFiles({ files, onChange }: AttachFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isTooMuch, setTooMuch] = useState(false);
  const add = async (chosen: readonly File[]) => {
    const all = [...files, ...(await Promise.all(chosen.map(readWhole)))];
    const isMore = all.reduce((sum, { data }) => sum + data.length * 0.75, 0) > MOST;
    setTooMuch(isMore);
    if (!isMore) onChange(all);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button data-key="f" size="compact-sm" variant="default" onClick={() => input.current?.click()}>
        Attach …
      </Button>
      {isTooMuch && (
        <span role="alert" className={classes.obstacle}>
          All files together may have 11 MB.
        </span>
      )}
      {files.map(({ filename }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
        <span key={at} className={classes.quiet}>
          {closeBidi(filename)}{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Leave out ${closeBidi(filename)}`}
            onClick={() => onChange(files.filter((_, other) => other !== at))}
          >
            ×
          </Button>
        </span>
      ))}
    </>
  );
}

const readWhole = (file: File): Promise<AttachedFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    // `data:<type>;base64,<the file>`
    reader.onload = () => resolve({ filename: file.name, data: String(reader.result).split(',', 2)[1] ?? '' });
    reader.readAsDataURL(file);
  });
