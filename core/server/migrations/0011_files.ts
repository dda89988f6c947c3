import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Uploaded files. A row names its content by sha256; the content lies in the file store, once for all that name it. What no
 * row names any more is written down with the time, and removed a day later.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table files (
      id uuid primary key default new_id(),
      kind varchar(60) not null,
      owner_id uuid,
      filename varchar(255) not null,
      mime_type varchar(100) not null,
      size bigint not null check (size >= 0),
      sha256 char(64) check (sha256 ~ '^[0-9a-f]{64}$'),
      state varchar(10) not null default 'receiving' check (state in ('receiving', 'complete', 'missing')),
      uploaded_by uuid,
      created_at timestamptz not null default now(),
      check (state = 'receiving' or sha256 is not null)
    )
  `)
  await tenantOwned(trx, 'files', { nullable: true })
  await tenantReference(trx, 'files', 'uploaded_by', 'users', 'set null')
  await trx.raw(`
    alter table files add constraint files_uploader_of_organization check (uploaded_by is null or tenant_id is not null);
    create index files_sha256_index on files (sha256);
    create index files_owner_index on files (tenant_id, kind, owner_id);
    create index files_receiving_index on files (created_at) where state = 'receiving';
    create table unnamed_contents (
      sha256 char(64) primary key,
      since timestamptz not null
    )
  `)
  await platformOwned(trx, 'unnamed_contents')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table unnamed_contents, files')
}
