import type { Knex } from 'knex'

/** Columns with texts about a student that may be emptied while the row stays as a count, by table. */
const texts = {
  attendance_marks: ['note', 'collected_by'],
  session_participants: ['feedback'],
  scores: ['feedback'],
  points_entries: ['reason'],
}
/** Tables in which an erased student has no row. */
const refused = ['student_health', 'health_conditions', 'health_proposals', 'absence_reports']

/**
 * Stops writes that were pending while a student was erased from saving data about them: offline attendance loses its note, and
 * health data is refused.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Waits for an erasure under way, and sees what it did.
    create function is_erased_student(of_tenant uuid, of_student uuid) returns boolean language plpgsql volatile as $$
    declare erased timestamptz;
    begin
      select erased_at into erased from students where tenant_id = of_tenant and id = of_student for key share;
      return erased is not null;
    end $$;
    create function forget_texts_of_erased_student() returns trigger language plpgsql as $$
    declare blanks jsonb := '{}';
      written text;
    begin
      if is_erased_student(new.tenant_id, new.student_id) then
        foreach written in array tg_argv loop
          blanks := blanks || jsonb_build_object(written, '');
        end loop;
        new := jsonb_populate_record(new, blanks);
      end if;
      return new;
    end $$;
    create function refuse_erased_student() returns trigger language plpgsql as $$
    begin
      if is_erased_student(new.tenant_id, new.student_id) then
        raise foreign_key_violation using message = 'the student was erased';
      end if;
      return new;
    end $$;
  `)
  for (const [table, columns] of Object.entries(texts)) {
    await trx.raw(`
      create trigger erased_student before insert or update of ${columns.join(', ')} on ${table} for each row
        when (${columns.map((column) => `new.${column} <> ''`).join(' or ')})
        execute function forget_texts_of_erased_student(${columns.map((column) => `'${column}'`).join(', ')})
    `)
  }
  for (const table of refused) {
    await trx.raw(`
      create trigger erased_student before insert on ${table} for each row execute function refuse_erased_student()
    `)
  }
}

export async function down(trx: Knex): Promise<void> {
  for (const table of [...Object.keys(texts), ...refused]) await trx.raw(`drop trigger erased_student on ${table}`)
  await trx.raw(`
    drop function refuse_erased_student();
    drop function forget_texts_of_erased_student();
    drop function is_erased_student(uuid, uuid);
  `)
}
