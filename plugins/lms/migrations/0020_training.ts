import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates requirements for users who lead sessions of a project, those users, settings of training, and when a user was last
 * reminded.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table lms_course_rules
      -- Projects belong to another plugin, which may be off.
      add column project_ids uuid[] not null default '{}',
      drop constraint lms_course_rules_required_until_check,
      add constraint lms_course_rules_required_until_check
        check (required_until is null or required_for is not null or project_ids <> '{}');
    -- Follows from the sessions that are planned, which belong to that plugin too.
    create table lms_project_leads (
      user_id uuid not null,
      project_id uuid not null,
      -- The end of the last session.
      leads_until timestamptz not null
    );
    create table lms_training_settings (
      -- Otherwise whoever plans is warned.
      is_readiness_rule boolean not null,
      sends_reminders boolean not null,
      sends_digest boolean not null,
      updated_at timestamptz not null
    );
    create table lms_training_reminders (
      user_id uuid not null,
      reminded_at timestamptz not null
    );
  `)
  for (const table of ['lms_project_leads', 'lms_training_reminders']) {
    await tenantOwned(trx, table, { withoutReferences: true })
    await tenantReference(trx, table, 'user_id', 'users')
    await trx.raw(`drop index ${table}_tenant_id_index, ${table}_user_id_index`)
  }
  await tenantOwned(trx, 'lms_training_settings', { withoutReferences: true })
  await trx.raw(`
    alter table lms_project_leads add primary key (tenant_id, user_id, project_id);
    alter table lms_training_reminders add primary key (tenant_id, user_id);
    drop index lms_training_settings_tenant_id_index;
    alter table lms_training_settings add primary key (tenant_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_training_reminders, lms_training_settings, lms_project_leads;
    update lms_course_rules set required_until = null where required_for is null;
    alter table lms_course_rules drop constraint lms_course_rules_required_until_check, drop column project_ids,
      add constraint lms_course_rules_required_until_check check (required_until is null or required_for is not null);
  `)
}
