import type { Knex } from 'knex'

/** Languages that people read: of each user and each email, and those that an organization offers. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table users add column language varchar(12);
    alter table mail_messages add column language varchar(12) not null default 'en';
    alter table tenants
      add column languages varchar(12)[] not null default '{en}',
      add column default_language varchar(12) not null default 'en',
      add constraint tenants_default_language_check check (default_language = any (languages))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table tenants drop column default_language, drop column languages;
    alter table mail_messages drop column language;
    alter table users drop column language
  `)
}
