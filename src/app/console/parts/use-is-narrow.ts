import { useMediaQuery } from '@mantine/hooks';

/** A phone, as the styles say it too. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 760px)') ?? false;
