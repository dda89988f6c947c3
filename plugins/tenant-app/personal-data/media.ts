import { freeText, personDeleted, signature, type PersonalTables } from '#core/server/personal-data.ts'

/** The media library, and which children are on its files. */
export const mediaTables: PersonalTables = {
  media: {
    called: 'files of the media library',
    columns: { file_name: freeText, caption: freeText, alt_text: freeText, deleted_by: signature },
  },
  media_students: { called: 'tags on pictures', columns: { student_id: personDeleted('student') } },
}

const withStudent = `select media_id from media_students where tenant_id = $organization and student_id = $person`

/** Pictures of the student alone are deleted; families see none of the others until somebody has looked at them again. */
export const beforeStudent: readonly string[] = [
  `delete from files where tenant_id = $organization and id in (${withStudent}) and id not in
    (select media_id from media_students where tenant_id = $organization and student_id <> $person)`,
  `update media set is_public = false where tenant_id = $organization and is_public and id in (${withStudent})`,
]
