import { Button } from '@mantine/core';

export function UndoButton({ message, onUndo }: { readonly message: string; readonly onUndo: () => void }) {
  return (
    <>
      {message}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onUndo}>
        Undo
      </Button>
    </>
  );
}
