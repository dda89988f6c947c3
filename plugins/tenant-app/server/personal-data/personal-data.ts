import type { PersonalData } from '#core/server/personal-data.ts'
import { beforeStudent, mediaTables } from './media.ts'
import { peopleTables } from './people.ts'
import { programTables } from './programs.ts'

/** An expression that finds a text as whole words, whatever it consists of. @param text SQL */
const wholeWords = (text: string) =>
  String.raw`'(?<!\w)' || regexp_replace(${text}, '[^\w\s]', '\\\&', 'g') || '(?!\w)'`

/** A text as JSON writes it in a string. @param text SQL */
const inJson = (text: string) => `right(left(to_json(${text})::text, -1), -1)`

// A list names people in two cells, and its row tells of the whole family.
const rowsOfLists = (names: string, from: string) => `
  delete from student_import_rows r using (select ${names} from ${from}) n
   where r.tenant_id = $organization and r.cells::text ~* (${wholeWords(inJson('n.first_name'))})
     and r.cells::text ~* (${wholeWords(inJson('n.last_name'))})`

/** What the tables of students, families and programs keep of people. */
export const tenantAppPersonalData: PersonalData = {
  tables: { ...peopleTables, ...programTables, ...mediaTables },
  people: {
    student: `select id, tenant_id, first_name || ' ' || last_name as name, null as email from students`,
    collector: `select id, tenant_id, name, null as email from collectors`,
  },
  before: {
    student: [
      ...beforeStudent,
      // Mails to families say the first name alone.
      `delete from mail_messages m using students s
        where s.tenant_id = $organization and s.id = $person and m.tenant_id = $organization
          and (m.subject || ' ' || m.body) ~* (${wholeWords('s.first_name')})
          and (lower(m.recipient) = any (string_to_array(s.former_addresses, E'\\n'))
            or lower(m.recipient) in (select lower(u.email) from parent_students p join users u on u.id = p.parent_id
              where p.tenant_id = $organization and p.student_id = $person))`,
      rowsOfLists('first_name, last_name', 'students where tenant_id = $organization and id = $person'),
      `update students set erased_at = now(), updated_at = now() where tenant_id = $organization and id = $person`,
    ],
    user: [
      // First, since children keep the address of a guardian who leaves them; it is replaced there as in other texts.
      'delete from parent_students where tenant_id = $organization and parent_id = $person',
      rowsOfLists('first_name, last_name', 'users where tenant_id = $organization and id = $person'),
      `delete from student_import_rows where tenant_id = $organization
        and exists (select from unnest($emails::text[]) e where cells::text ~* (${wholeWords(inJson('e'))}))`,
      // A number without the name would be called, and nobody be reached who is responsible.
      `update student_health set emergency_contact = '', emergency_phone = ''
        where tenant_id = $organization and emergency_contact ~* $pattern`,
    ],
  },
}
