import type { Knex } from 'knex'

const partsBefore = `'notes', 'medication', 'emergency', 'doctor', 'insurance', 'conditions'`
const kindsBefore = `'health', 'emergency', 'restrictions', 'consents', 'accommodations', 'admin-access'`

const renewChecks = (parts: string, kinds: string) => `
  alter table health_proposals
    drop constraint health_proposals_part_check,
    add constraint health_proposals_part_check check (part in (${parts}));
  alter table access_ledger
    drop constraint access_ledger_what_check,
    add constraint access_ledger_what_check check (what in (${kinds}));
`

/** Adds the line with staff's immediate response, and ledger entries of its viewers: one for each child, day and device. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table student_health
      add column response_line varchar(140) not null default '',
      add column alert_checked_on date;
    alter table access_ledger
      -- Sign-in of the viewer, and the day by the organization's calendar; both with alert lines alone.
      add column device_id uuid,
      add column viewed_on date;
    create unique index access_ledger_alert_unique
      on access_ledger (tenant_id, student_id, viewer_id, device_id, viewed_on) where what = 'alert';
    ${renewChecks(`${partsBefore}, 'alert'`, `${kindsBefore}, 'alert'`)}
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    delete from health_proposals where part = 'alert';
    delete from access_ledger where what = 'alert';
    alter table access_ledger drop column device_id, drop column viewed_on;
    alter table student_health drop column response_line, drop column alert_checked_on;
    ${renewChecks(partsBefore, kindsBefore)}
  `)
}
