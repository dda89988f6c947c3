import type { PersonalData } from '#core/server/personal-data.ts'
import { incidentTables, photosOfStudent } from './incidents.ts'
import { beforeStudent, mediaTables } from './media.ts'
import { conversationFilesOfStudent, messageTables } from './messages.ts'
import { peopleTables } from './people.ts'
import { programTables } from './programs.ts'

/** Addresses of mails to the families of `$ids`, which say the first name of a child alone. */
const IS_TO_FAMILIES = `fold(r.recipient) in (
  select fold(u.email) from parent_students p join users u on u.id = p.parent_id
    where p.tenant_id = $organization and p.student_id = any ($ids::uuid[])
  union all select a from students s, unnest(string_to_array(s.former_addresses, E'\\n')) a
    where s.tenant_id = $organization and s.id = any ($ids::uuid[]))`

/** Reports whether the value is a whole cell of row `r` of an imported list. @param value SQL */
const isCell = (value: string) =>
  `exists (select from jsonb_array_elements_text(r.cells) c where fold(btrim(c)) = fold(${value}))`

// The row of a child tells of the guardians who came with it, and of no others.
const rowsOfGuardian = `delete from student_import_rows r using users u
  where u.tenant_id = $organization and u.id = $person and r.tenant_id = $organization
    and r.student_id in (select student_id from parent_students where tenant_id = $organization and parent_id = $person)
    and (${isCell('u.email')} or (${isCell('u.first_name')} and ${isCell('u.last_name')}))`

// Files that wait may name anyone; they are chosen again.
const waitingFiles = [
  'delete from student_import_sources where tenant_id = $organization',
  `update student_imports set samples = '[]', encoding_choices = '[]' where tenant_id = $organization and samples <> '[]'`,
]

/** Personal data in the tables of students, families and programs. */
export const tenantAppPersonalData: PersonalData = {
  tables: { ...peopleTables, ...programTables, ...mediaTables, ...incidentTables, ...messageTables },
  people: {
    student: `select id, tenant_id, first_name || ' ' || last_name as name, first_name as short, null as email from students`,
    collector: `select id, tenant_id, name, null as short, null as email from collectors`,
  },
  before: {
    student: [
      ...beforeStudent,
      ...photosOfStudent,
      ...conversationFilesOfStudent,
      ...waitingFiles,
      `update students set erased_at = now(), updated_at = now() where tenant_id = $organization and id = $person`,
    ],
    user: [
      rowsOfGuardian,
      ...waitingFiles,
      // Children keep the address of a guardian who leaves them, as of a former one.
      'delete from parent_students where tenant_id = $organization and parent_id = $person',
      `update students s set former_addresses = array_to_string(
          array_remove(string_to_array(s.former_addresses, E'\\n'), fold(u.email)), E'\\n')
        from users u where u.tenant_id = $organization and u.id = $person and s.tenant_id = $organization
          and fold(u.email) = any (string_to_array(s.former_addresses, E'\\n'))`,
    ],
  },
  shortNames: { mail_messages: IS_TO_FAMILIES },
}
