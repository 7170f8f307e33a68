import { notifications } from '@mantine/notifications';
import { sayProblem } from './say-problem.ts';
import { UndoButton } from './undo-button.tsx';

const READ_FOR = 8000;

/** An error notice: it stays until somebody has read it. */
export function tellProblem(error: unknown): void {
  const { title, text } = sayProblem(error);
  notifications.show({ id: `${title}${text}`, title, message: text, color: 'red', autoClose: false, role: 'alert' });
}

/** Tells what others have changed, and what that means here: it stays until somebody has read it. */
export function tellNews(title: string, message: string): void {
  notifications.show({ id: title, title, message, color: 'yellow', autoClose: false, role: 'alert' });
}

/** That something was done; with `undo`, how it is taken back. */
export function tellDone(message: string, undo?: () => void): void {
  const id = `done-${Date.now()}-${message}`;
  notifications.show({
    id,
    color: 'petrol',
    autoClose: READ_FOR,
    role: 'status',
    message:
      undo === undefined ? (
        message
      ) : (
        <UndoButton
          message={message}
          onUndo={() => {
            notifications.hide(id);
            undo();
          }}
        />
      ),
  });
}
