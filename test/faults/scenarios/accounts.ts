import type { Scenario } from '../scenario.ts';

export const noCredits: Scenario = {
  name: 'no-credits',
  about: '402 in mid-campaign, and the balance back',
  async play({ system, fault, pause }) {
    for (let round = 0; round < 2; round++) {
      await pause(12_000);
      await system.callV2('POST', '/sandbox/credits', { set: 0 });
      fault('no credits');
      await pause(12_000);
      await system.callV2('POST', '/sandbox/credits', { set: 10_000 });
    }
    return undefined;
  },
};

export const accountDisconnected: Scenario = {
  name: 'account-away',
  about: 'accounts are disconnected in mid-campaign and come back',
  rounds: 6,
  async play({ system, load, random, rounds, fault, pause }) {
    const [first = '', ...others] = load.accounts;
    for (let round = 0; round < rounds; round++) {
      await pause(random.whole(2000, 6000));
      const account = random.pick([first, ...others]);
      await system.callV2('POST', `/sandbox/accounts/${account}/expire`, {
        status: random.pick(['inactive', 'suspended']),
      });
      fault('disconnected');
      await pause(random.whole(1000, 6000));
      await system.callV2('POST', `/sandbox/accounts/${account}/reconnect`, {});
    }
    return undefined;
  },
};
