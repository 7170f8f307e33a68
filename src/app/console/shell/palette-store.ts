import { createSpotlight } from '@mantine/spotlight';

const [store, actions] = createSpotlight();

export const spotlight = { store, ...actions };
