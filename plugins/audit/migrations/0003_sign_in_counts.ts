import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

const ACTIONS = `('auth.signed-in', 'auth.sign-in-failed', 'auth.locked')`

/** Sign-ins of sealed entries, counted by the quarter of an hour, with which the days of every time zone begin. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table audit_sign_ins (
      quarter timestamptz primary key,
      successful integer not null,
      failed integer not null
    );
    insert into audit_sign_ins
      select date_bin('15 minutes', created_at, 'epoch'), count(*) filter (where action = 'auth.signed-in'),
             count(*) filter (where action <> 'auth.signed-in')
        from audit_logs where action in ${ACTIONS} and seq < coalesce(
          (select upper(seqs) from audit_seals where seqs is not null order by number desc limit 1), 0)
       group by 1;
    drop index audit_logs_sign_ins_index;
  `)
  await platformOwned(trx, 'audit_sign_ins')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table audit_sign_ins;
    create index audit_logs_sign_ins_index on audit_logs (created_at, action) where action in ${ACTIONS};
  `)
}
