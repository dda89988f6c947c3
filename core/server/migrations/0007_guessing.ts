import type { Knex } from 'knex'
import { platformOwned, tenantOwned } from '../database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Counted under the host and the whole address until now; such rows would never be found again.
    delete from sign_in_failures;
    alter table sign_in_failures rename column ip_address to network;

    -- Failures within an hour of one account from anywhere, and of one network for any account.
    create table sign_in_pressure (
      subject text primary key,
      failures integer not null,
      since timestamptz not null
    );
    create index sign_in_pressure_since_index on sign_in_pressure (since);

    -- Tries that were refused unseen since the last note of them in the audit log; no account where the network is refused.
    create table refused_sign_ins (
      account text not null,
      network varchar(45) not null,
      tries integer not null,
      noted_at timestamptz,
      primary key (account, network)
    );

    -- Where somebody has signed in from.
    create table known_networks (
      user_id uuid not null references users (id) on delete cascade,
      network varchar(45) not null,
      last_used_at timestamptz not null,
      primary key (user_id, network)
    );
    create index known_networks_age_index on known_networks (last_used_at);

    alter table password_resets add column created_at timestamptz not null default now();
    create index password_resets_age_index on password_resets (expires_at);
    create index email_verifications_age_index on email_verifications (expires_at);
    create index auth_sessions_created_index on auth_sessions (created_at);
  `)
  await platformOwned(trx, 'sign_in_pressure')
  await platformOwned(trx, 'known_networks')
  await tenantOwned(trx, 'refused_sign_ins', { nullable: true, tenantMay: [], withoutReferences: true })
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index auth_sessions_created_index, email_verifications_age_index, password_resets_age_index;
    alter table password_resets drop column created_at;
    drop table known_networks, refused_sign_ins, sign_in_pressure;
    alter table sign_in_failures rename column network to ip_address;
  `)
}
