import { useEffect, useRef } from 'react';
import classes from './editor.module.css';
import { type EditorHandle, type EditorOptions, openEditor } from './open-editor.ts';

interface YamlEditorProps extends EditorOptions {
  /** Another one is another document: it is opened anew. */
  readonly document: string;
  readonly handle?: { current: EditorHandle | null };
}

/** CodeMirror for YAML. The text is its own; what it was opened with is only read again for another document. */
export function YamlEditor({ document, handle, ...options }: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  latest.current = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read when the document is opened, the handlers when they are called.
  useEffect(() => {
    if (place.current === null) return;
    const { text, label, isReadOnly, of } = latest.current;
    const editor = openEditor(place.current, {
      ...{ text, label, isReadOnly, of },
      onText: (now) => latest.current.onText(now),
      onCursor: (offset) => latest.current.onCursor?.(offset),
      onSave: () => latest.current.onSave?.(),
    });
    if (handle !== undefined) handle.current = editor;
    return () => {
      editor.close();
      if (handle !== undefined) handle.current = null;
    };
  }, [document, options.isReadOnly]);
  return <div ref={place} className={classes.editor} />;
}
