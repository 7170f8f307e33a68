/** Calls `work` at once, and then not again within so many wall milliseconds: calls from between become one at their end. */
export function atMostEvery(milliseconds: number, work: () => void): () => void {
  let resting = false;
  let again = false;
  const call = (): void => {
    if (resting) {
      again = true;
      return;
    }
    resting = true;
    setTimeout(() => {
      resting = false;
      if (!again) return;
      again = false;
      call();
    }, milliseconds).unref();
    work();
  };
  return call;
}
