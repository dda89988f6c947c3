import type { Knex } from 'knex'

/** Adds a search for students by their own names, and by their guardians' names and email addresses. */
export async function up(trx: Knex): Promise<void> {
  // The index covers all columns by which a list filters and counts students: behind row-level security PostgreSQL uses no
  // trigram index, so that a search walks the organization's part of this one. Index entries are limited to 2,700 bytes: with
  // the longest name, 1,600 remain for the search text, and 400 characters never exceed that.
  await trx.raw(`
    alter table students
      add column guardians text not null default '',
      add column name_key text not null
        generated always as (lower(regexp_replace(btrim(first_name || ' ' || last_name), '\\s+', ' ', 'g'))) stored;
    alter table students add column search text not null generated always as (
      case when octet_length(lower(first_name || ' ' || last_name || ' ' || guardians)) <= 1600
        then lower(first_name || ' ' || last_name || ' ' || guardians)
        else left(lower(first_name || ' ' || last_name || ' ' || guardians), 400) end
    ) stored;
    create index students_list_index on students (tenant_id, last_name, first_name, id)
      include (is_active, grade, search);
    create index students_name_key_index on students (tenant_id, name_key);
    drop index students_name_index;
  `)
  await guardiansKept(trx)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger guardian_renamed on users;
    drop trigger guardians_added on parent_students;
    drop trigger guardians_changed on parent_students;
    drop trigger guardians_removed on parent_students;
    drop function keep_guardian_of_students;
    drop function keep_guardians_of_students;
    drop function write_guardians_of_students;
    create index students_name_index on students (tenant_id, last_name, first_name, id);
    alter table students drop column search, drop column name_key, drop column guardians;
  `)
}

async function guardiansKept(trx: Knex): Promise<void> {
  await trx.raw(`
    create function write_guardians_of_students(of_tenant uuid, ids uuid[]) returns void language plpgsql as $$
    begin
      -- Held, so that whoever renames a guardian waits until the new link can be seen, or is waited for.
      perform from parent_students p join users u on u.id = p.parent_id
        where p.tenant_id = of_tenant and p.student_id = any (ids) for share of u;
      update students s set guardians = g.text
        from (
          select i.id, coalesce(string_agg(concat_ws(' ', u.first_name, u.last_name, u.email), ' '
            order by p.contact_order), '') as text
          from unnest(ids) i (id)
            left join parent_students p on p.tenant_id = of_tenant and p.student_id = i.id
            left join users u on u.tenant_id = of_tenant and u.id = p.parent_id
          group by i.id
        ) g
        where s.tenant_id = of_tenant and s.id = g.id and s.guardians <> g.text;
    end $$;

    create function keep_guardians_of_students() returns trigger language plpgsql as $$
    begin
      perform write_guardians_of_students(tenant_id, array_agg(distinct student_id)) from changed group by tenant_id;
      return null;
    end $$;
    create trigger guardians_added after insert on parent_students
      referencing new table as changed for each statement execute function keep_guardians_of_students();
    create trigger guardians_changed after update on parent_students
      referencing new table as changed for each statement execute function keep_guardians_of_students();
    create trigger guardians_removed after delete on parent_students
      referencing old table as changed for each statement execute function keep_guardians_of_students();

    create function keep_guardian_of_students() returns trigger language plpgsql as $$
    begin
      perform write_guardians_of_students(new.tenant_id, array_agg(student_id)) from parent_students
        where tenant_id = new.tenant_id and parent_id = new.id having count(*) > 0;
      return null;
    end $$;
    create trigger guardian_renamed after update of first_name, last_name, email on users
      for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name
        or old.email is distinct from new.email)
      execute function keep_guardian_of_students();

    select write_guardians_of_students(tenant_id, array_agg(distinct student_id)) from parent_students group by tenant_id;
  `)
}
