import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates the media library: data about each file beside its bytes, and tags of children. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table media (
      -- The file's own: one row of each.
      id uuid primary key,
      session_id uuid,
      kind text not null check (kind in ('picture', 'pdf', 'audio', 'video', 'document')),
      file_name varchar(255) not null,
      caption varchar(1000) not null default '',
      alt_text varchar(500) not null default '',
      is_public boolean not null default false,
      -- Somebody has looked: no child can be recognised.
      shows_nobody boolean not null default false,
      deleted_at timestamptz,
      deleted_by varchar(201),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((deleted_at is null) = (deleted_by is null)),
      -- Entries of an index hold 2,700 bytes; 400 characters are never more than 1,600.
      search text not null generated always as (
        case when octet_length(lower(file_name || E'\\n' || caption)) <= 1600 then lower(file_name || E'\\n' || caption)
          else left(lower(file_name || E'\\n' || caption), 400) end
      ) stored
    )
  `)
  await tenantOwned(trx, 'media')
  await tenantReference(trx, 'media', 'id', 'files')
  await tenantReference(trx, 'media', 'session_id', 'sessions', 'set null')
  await trx.raw(`
    drop index media_id_index;
    -- The index answers the library alone, for pages that were vacuumed since they changed.
    create index media_list_index on media (tenant_id, created_at desc, id desc)
      include (session_id, kind, is_public, shows_nobody, deleted_at, search);
    create index media_shared_index on media (tenant_id, created_at desc, id desc) where is_public and deleted_at is null;
    create index media_deleted_index on media (deleted_at) where deleted_at is not null;
    alter table media set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

    create table media_students (
      media_id uuid not null,
      student_id uuid not null
    )
  `)
  await tenantOwned(trx, 'media_students', { withoutReferences: true })
  await tenantReference(trx, 'media_students', 'media_id', 'media')
  await tenantReference(trx, 'media_students', 'student_id', 'students')
  await trx.raw(`
    drop index media_students_tenant_id_index, media_students_media_id_index;
    alter table media_students add primary key (tenant_id, media_id, student_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table media_students, media')
}
