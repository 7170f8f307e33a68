import type { AccountRow } from '../../accounts/account-row.ts';

/** @unspecified the fields of the account record. Email is null for the messenger, phone number for the others. */
export function accountRecord(account: AccountRow) {
  return {
    account_id: account.account_id,
    platform: account.platform,
    status: account.status,
    name: account.name,
    email: account.email,
    phone_number: account.phone_number,
    country: account.country,
    products: account.products,
    proxy: account.proxy,
    daily_limit: account.daily_limit,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
