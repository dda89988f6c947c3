import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates notes of an instructor and the admins on the instructor's training in one module of a project. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_training_notes (
      user_id uuid not null,
      -- Of another plugin, which may be off.
      module_id uuid not null,
      notes varchar(2000) not null,
      updated_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'lms_training_notes', { withoutReferences: true })
  await tenantReference(trx, 'lms_training_notes', 'user_id', 'users')
  await trx.raw(`
    drop index lms_training_notes_tenant_id_index, lms_training_notes_user_id_index;
    alter table lms_training_notes add primary key (tenant_id, user_id, module_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_training_notes')
}
