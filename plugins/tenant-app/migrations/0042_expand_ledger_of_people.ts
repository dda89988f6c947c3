import type { Knex } from 'knex'

const before = `'health', 'emergency', 'restrictions', 'consents'`

const forget = (people: string) => `
  create or replace function erase_in_ledger(organization uuid, person uuid, pattern text) returns void
    language sql volatile security definer set search_path = public, pg_catalog, pg_temp
    as $$
      update access_ledger set
          viewer_name = case when viewer_id = person then 'Erased person' else viewer_name end,
          words = case when person in (${people}) or words ~* pattern then '' else words end
        where tenant_id = organization and (person in (${people}) or words ~* pattern);
    $$;
`

/** Extends the ledger to learners without a student's record, and to users whom platform staff made admins. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table access_ledger
      alter column student_id drop not null,
      add column person_id uuid,
      add constraint access_ledger_subject_check check (num_nonnulls(student_id, person_id) > 0),
      drop constraint access_ledger_what_check,
      add constraint access_ledger_what_check check (what in (${before}, 'accommodations', 'admin-access'));
    ${forget('student_id, person_id, viewer_id')}
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    delete from access_ledger where what in ('accommodations', 'admin-access');
    alter table access_ledger
      drop constraint access_ledger_subject_check,
      drop column person_id,
      alter column student_id set not null,
      drop constraint access_ledger_what_check,
      add constraint access_ledger_what_check check (what in (${before}));
    ${forget('student_id, viewer_id')}
  `)
}
