import type { Knex } from 'knex'
import { tenantReference } from '../database/ownership.ts'

/**
 * An image names its uploader if that is a user of its organization. Super admins belong to none: their uploads name no
 * one, and the audit log records them.
 */
export async function up(trx: Knex): Promise<void> {
  // In a restore of one organization, the rows of its archive lie in tables without references and indexes.
  await trx.raw(
    'alter table images drop constraint if exists images_uploaded_by_fkey; drop index if exists images_uploaded_by_index',
  )
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw(`
    set local role trellis_operator;
    update images i set uploaded_by = null
     where uploaded_by is not null
       and not exists (select from users u where u.id = i.uploaded_by and u.tenant_id = i.tenant_id);
    reset role;
  `)
  await tenantReference(trx, 'images', 'uploaded_by', 'users', 'set null')
  // The reference does not check a row without an organization.
  await trx.raw(`
    alter table images add constraint images_uploader_of_organization check (uploaded_by is null or tenant_id is not null)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table images drop constraint images_uploader_of_organization, drop constraint images_uploaded_by_reference;
    drop index images_uploaded_by_index;
    alter table images add constraint images_uploaded_by_fkey foreign key (uploaded_by) references users (id) on delete set null;
    create index images_uploaded_by_index on images (uploaded_by);
  `)
}
