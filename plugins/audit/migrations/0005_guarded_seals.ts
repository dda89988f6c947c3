import type { Knex } from 'knex'

/** Seals and their head become the owner's alone to write: the role that serves requests reads them, no more. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table audit_seals
      -- Whether the sealed entries have salts; null for seals of before, and of notes.
      add column salted boolean,
      -- Of a note: what was wrong with the head when this seal was made.
      add column broken varchar(200),
      drop constraint audit_seals_check,
      add constraint audit_seals_notes check ((month is null) = (num_nonnulls(pruned_before, broken) = 1));
    -- There from the beginning, and signed before the first entry is recorded; whoever seals does not make it anew.
    insert into audit_seal_head (number, mac) select 0, '' where not exists (select from audit_seals)
      on conflict (id) do nothing;
    revoke insert, delete on audit_seals from trellis_operator;
    revoke insert, update on audit_seal_head from trellis_operator;
    revoke insert, update, delete on audit_sign_ins from trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    grant insert, update, delete on audit_sign_ins to trellis_operator;
    grant insert, update on audit_seal_head to trellis_operator;
    grant insert, delete on audit_seals to trellis_operator;
    delete from audit_seal_head where number = 0;
    alter table audit_seals drop constraint audit_seals_notes;
    delete from audit_seals where broken is not null;
    alter table audit_seals drop column salted, drop column broken,
      add constraint audit_seals_check check ((month is null) = (pruned_before is not null));
  `)
}
