/** Asks until the answer is yes: true, or false once `timeout` wall milliseconds have passed. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { timeout, every = 50 }: { timeout: number; every?: number },
): Promise<boolean> {
  const end = Date.now() + timeout;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
