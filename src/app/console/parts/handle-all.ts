/** Wall: as many requests at once. */
const AT_ONCE = 4;

export interface Handled<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
}

/** Does one thing with each of several; where one fails, the others are done all the same. */
export async function handleAll<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Handled<Item>> {
  const left = [...items];
  const done: Item[] = [];
  const failed: { item: Item; error: unknown }[] = [];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        failed.push({ item, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed };
}
