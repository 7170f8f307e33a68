import type { Adapter } from './adapter.ts';
import type { Session, SignIn } from './sign-in.ts';

/** Each sign-in goes to the first adapter that takes such credentials, and its code to the same one. */
export function routeSignIn(adapters: readonly Adapter[]): SignIn {
  /** The account is its own from now on, and no other one's. */
  const owned = (adapter: Adapter, session: Session): Session => ({
    ...session,
    async begin(tx, account) {
      await session.begin(tx, account);
      for (const other of adapters) {
        if (other !== adapter && other.platforms.includes(account.platform)) await other.sign_in.release?.(tx, account);
      }
    },
  });
  return {
    async begin(credentials) {
      const adapter = adapters.find(
        ({ platforms, sign_in }) => platforms.includes(credentials.platform) && sign_in.takes(credentials),
      );
      if (!adapter) throw new Error(`no adapter takes a sign-in of the ${credentials.platform} channel`);
      const begun = await adapter.sign_in.begin(credentials);
      if (!begun.ok) return begun;
      const { challenge, session } = begun.value;
      if (challenge === null) return { ok: true, value: { ...begun.value, session: owned(adapter, session) } };
      const state = `${adapter.name}\n${challenge.state}`;
      return { ok: true, value: { ...begun.value, challenge: { ...challenge, state } } };
    },
    async confirm({ state }, code) {
      const adapter = adapters.find(({ name }) => state.startsWith(`${name}\n`)) ?? adapters.at(-1);
      if (!adapter?.sign_in.confirm) return null;
      // A state without a name was written before adapters had names, by the one that is the last now.
      const own = state.startsWith(`${adapter.name}\n`) ? state.slice(adapter.name.length + 1) : state;
      const session = await adapter.sign_in.confirm({ state: own }, code);
      return session && owned(adapter, session);
    },
  };
}
