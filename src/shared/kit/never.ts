/** Epoch ms: the last moment that a date can hold. Stands for no deadline where one has to be said. */
export const NEVER = 8.64e15;
