/** Renews a lease as long as the work lasts, so that it can be short: after a kill somebody else goes on soon. */
export async function holdLease<T>(
  { renew, every }: { readonly renew: () => Promise<unknown>; readonly every: number },
  work: () => Promise<T>,
): Promise<T> {
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // Without it somebody else may do the same, which changes nothing.
    renewing = renew().catch(() => undefined);
  }, every);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // One that is under way would put off what is due at once.
    await renewing;
  }
}
