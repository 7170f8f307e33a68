import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ZoneProvider } from './parts/zone.tsx';
import { router } from './router.ts';
import { SessionGate } from './shell/session-gate.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    // The client tries again by itself, and the event stream says what has changed.
    queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const nonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
// The library that keeps what is behind a dialog from scrolling writes a style too, and asks for its nonce by this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} containerWidth={380} />
        <ZoneProvider>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </ZoneProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
