/** `back`: they answer, for the first time since they did not. */
type Presence = 'here' | 'back' | 'away';

export type PresenceWatch = () => Promise<Presence>;

/** Whether somebody answers, and whether they have been away since they were last asked: what they lost meanwhile nobody tells. */
export function watchReturn(isThere: () => Promise<unknown>): PresenceWatch {
  let wasGone = false;
  return async () => {
    const answers = await isThere().then(
      () => true,
      () => false,
    );
    const presence = !answers ? 'away' : wasGone ? 'back' : 'here';
    wasGone = !answers;
    return presence;
  };
}
