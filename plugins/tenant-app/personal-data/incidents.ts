import {
  fileOfRow,
  freeText,
  gone,
  kept,
  nothing,
  personDeleted,
  personKept,
  signature,
  signatureOf,
  type PersonalTables,
} from '#core/server/personal-data.ts'
import { nameOfStudent } from './people.ts'

const OF_REPORT = `exists (select from incidents i where i.id = r.incident_id and i.student_id = any ($ids::uuid[]))`

const SEALED = kept('A concern is sealed: safeguarding leads alone read it, and it stays until its time is over.')

/** Incident reports and safeguarding concerns. */
export const incidentTables: PersonalTables = {
  incidents: {
    called: 'incident reports',
    record: nameOfStudent('r.student_id'),
    staysSince: 'A report is the child’s; its writer’s name is removed.',
    columns: {
      student_id: personDeleted('student'),
      event_id: nothing,
      place: freeText,
      description: freeText,
      body_parts: nothing,
      signs: nothing,
      supervised_by: freeText,
      witness: freeText,
      first_aid: freeText,
      prevention: freeText,
      family_text: freeText,
      written_by: personKept('user'),
      written_by_name: signatureOf('written_by'),
      shared_by_name: signature,
      closed_by_name: signature,
    },
  },
  incident_entries: {
    called: 'calls and additions to incident reports',
    goesWith: OF_REPORT,
    columns: { called: freeText, words: freeText, made_by_name: signature },
  },
  incident_acknowledgments: {
    called: 'acknowledgments of incidents',
    goesWith: OF_REPORT,
    columns: { guardian_id: personDeleted('user'), typed_name: gone, words: freeText },
  },
  incident_follow_ups: {
    called: 'follow-ups of incidents',
    goesWith: OF_REPORT,
    columns: { owner_id: personDeleted('user'), task: freeText, created_by_name: signature, done_by_name: signature },
  },
  incident_photos: { called: 'photos of incidents', goesWith: OF_REPORT, columns: { id: fileOfRow } },
  incident_settings: { called: 'settings of incidents', columns: {} },
  safeguarding_leads: { called: 'safeguarding leads', columns: { user_id: personDeleted('user') } },
  safeguarding_settings: { called: 'settings of safeguarding', columns: { outside_contact: freeText } },
  concerns: {
    called: 'sealed records',
    columns: { student_id: SEALED, about_user_id: SEALED, written_by: SEALED, sealed: SEALED },
  },
  concern_entries: { called: 'sealed records', columns: { written_by: SEALED, sealed: SEALED } },
  concern_views: {
    called: 'views of sealed records',
    columns: { concern_id: nothing, student_id: SEALED, viewer_id: SEALED, viewer_name: SEALED },
  },
}

/** Photos of the reports of a student go with the student. */
export const photosOfStudent: readonly string[] = [
  `delete from files where tenant_id = $organization and id in (select p.id from incident_photos p
    join incidents i on i.tenant_id = p.tenant_id and i.id = p.incident_id
    where i.tenant_id = $organization and i.student_id = $person)`,
]
