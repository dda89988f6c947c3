import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

/** Creates the Frappe LMS site that replaces the built-in LMS, records of what was sent there, and runs in progress. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table lms_frappe_sites (
      id boolean primary key default true check (id),
      base_url varchar(300) not null,
      -- Key and secret of its API, encrypted.
      credentials bytea not null,
      updated_at timestamptz not null
    );

    create table lms_frappe_documents (
      site varchar(300) not null,
      -- What the document was made of here: 'module <id>', 'lesson <id of a section> <part>'.
      subject varchar(200) not null,
      type varchar(140) not null,
      -- Null from before it is made until its name is known: it may be there or not.
      name varchar(140),
      -- Of what was sent last; null where nobody knows whether it came.
      hash char(64),
      -- The person it stands for.
      user_id uuid references users (id) on delete cascade,
      primary key (site, subject, type)
    );
    create index lms_frappe_documents_name_index on lms_frappe_documents (site, type, name);
    create index lms_frappe_documents_user_index on lms_frappe_documents (user_id);

    create table lms_embedded_runs (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('modules', 'users')),
      target text not null check (target in ('built-in', 'frappe')),
      is_dry_run boolean not null,
      status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
      -- What holds it up, or why it ended.
      message varchar(1000) not null default '',
      -- Whoever works on it, and until when that counts, by the clock of the database, which all nodes share.
      worker uuid,
      held_until timestamptz not null default now() + interval '5 minutes',
      started_at timestamptz not null,
      finished_at timestamptz,
      check ((finished_at is null) = (status in ('waiting', 'running')))
    );
    create unique index lms_embedded_runs_one_index on lms_embedded_runs (kind) where finished_at is null;
    create index lms_embedded_runs_newest_index on lms_embedded_runs (kind, is_dry_run, started_at desc, id desc);

    create table lms_embedded_items (
      run_id uuid not null references lms_embedded_runs (id) on delete cascade,
      position integer not null check (position > 0),
      -- A project's or a module's id; null for a person.
      subject_id uuid,
      user_id uuid references users (id) on delete cascade,
      -- Whose the project is; null for the platform's, and for a person.
      organization_id uuid references tenants (id) on delete cascade,
      -- The title; empty for a person, who is read by their id.
      label varchar(300) not null default '',
      outcome text not null default 'waiting' check (outcome in ('waiting', 'created', 'updated', 'same', 'failed')),
      reason varchar(1000) not null default '',
      primary key (run_id, position),
      check ((subject_id is null) <> (user_id is null))
    );
    create index lms_embedded_items_outcome_index on lms_embedded_items (run_id, outcome, position);
    create index lms_embedded_items_user_index on lms_embedded_items (user_id);
    create index lms_embedded_items_organization_index on lms_embedded_items (organization_id);
  `)
  for (const table of ['lms_frappe_sites', 'lms_frappe_documents', 'lms_embedded_runs', 'lms_embedded_items']) {
    await platformOwned(trx, table)
  }
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table lms_embedded_items, lms_embedded_runs, lms_frappe_documents, lms_frappe_sites')
}
