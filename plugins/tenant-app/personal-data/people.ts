import {
  about,
  factAbout,
  fileOfRow,
  freeJson,
  freeText,
  gone,
  kept,
  nameOf,
  nothing,
  peopleKept,
  personDeleted,
  personKept,
  signature,
  signatureOf,
  textAbout,
  type PersonalTables,
} from '#core/server/personal-data.ts'

const COUNTED_NOTE =
  'It counts in attendance, points and figures, without name, birthday or anything else of the person.'

const HEALTH_OF_OTHERS = kept('Health data of others are never changed by an erasure.')
const AGREED_TEXT = kept('The text that families agreed to stays as it was published, with who published it.')
const DELETED_SOON = kept('Rows of imported lists are deleted as soon as the import cannot be undone.')

/** The name of a student. @param id SQL */
export const nameOfStudent = (id: string) =>
  `(select s.first_name || ' ' || s.last_name from students s where s.id = ${id})`

const LINK = 'select from parent_students p where p.id = r.parent_student_id'
const GOES_WITH_LINK = `exists (${LINK} and (p.parent_id = any ($ids::uuid[]) or p.student_id = any ($ids::uuid[])))`
const CHILD_OF_LINK = `(select s.first_name || ' ' || s.last_name from parent_students p
  join students s on s.id = p.student_id where p.id = r.parent_student_id)`

/** Children, their families, health, consents and lists of them. */
export const peopleTables: PersonalTables = {
  students: {
    called: 'student record',
    staysSince: COUNTED_NOTE,
    columns: {
      id: personKept('student'),
      user_id: about('id', 'null'),
      first_name: about('id', `'Erased'`),
      last_name: about('id', `'student'`),
      date_of_birth: factAbout('id'),
      grade: factAbout('id'),
      avatar: factAbout('id'),
      // Kept by triggers from the guardians who are linked.
      guardians: about('id', `''`),
      former_addresses: about('id', `''`),
      is_active: about('id', 'false'),
    },
  },
  student_changes: {
    called: 'changes of the profile',
    record: nameOfStudent('r.student_id'),
    staysSince: 'The history of a profile is the student’s.',
    columns: {
      student_id: personDeleted('student'),
      changes: freeJson,
      actor_id: personKept('user'),
      actor_name: signatureOf('actor_id'),
    },
  },
  parent_students: {
    called: 'links between guardians and children',
    columns: {
      parent_id: personDeleted('user'),
      student_id: personDeleted('student'),
      relationship: gone,
    },
  },
  groups: {
    called: 'groups of students',
    columns: { name: freeText, season: freeText, source: nothing, source_id: nothing },
  },
  group_members: { called: 'memberships in groups', columns: { student_id: personDeleted('student') } },
  group_staff: { called: 'groups staffed', columns: { user_id: personDeleted('user') } },
  guardian_restrictions: {
    called: 'restrictions',
    // Goes with the link that it restricts.
    goesWith: GOES_WITH_LINK,
    record: CHILD_OF_LINK,
    columns: { notes: freeText, verified_by: signature, lifted_by: signature },
  },
  invitation_letters: {
    called: 'invitation letters',
    columns: { student_id: personDeleted('student'), printed_by_name: signature },
  },
  join_requests: {
    called: 'requests with invitation letters',
    columns: {
      student_id: personDeleted('student'),
      first_name: freeText,
      last_name: freeText,
      email: freeText,
      relationship: freeText,
    },
  },
  letter_tries: { called: 'wrong codes of letters', columns: { network: nothing } },
  guardian_contacts: {
    called: 'phone, address and notes',
    columns: { user_id: personDeleted('user'), phone: gone, address: gone, notes: freeText },
  },
  collectors: {
    called: 'people who may collect the child',
    columns: {
      id: personDeleted('collector'),
      student_id: personDeleted('student'),
      name: gone,
      relationship: gone,
      phone: gone,
      photo_id: fileOfRow,
      added_by: signature,
    },
  },
  student_health: {
    called: 'health and emergency data',
    columns: {
      student_id: personDeleted('student'),
      response_line: gone,
      medical_notes: gone,
      medication: gone,
      emergency_contact: gone,
      emergency_phone: gone,
      doctor_name: gone,
      doctor_phone: gone,
      insurance_company: gone,
      insurance_number: gone,
    },
  },
  health_conditions: {
    called: 'allergies and conditions',
    columns: {
      student_id: personDeleted('student'),
      name: gone,
      triggers: gone,
      reaction: gone,
      response: gone,
      medication: gone,
      medication_place: gone,
    },
  },
  health_proposals: {
    called: 'proposed changes of health data',
    staysSince: 'What was proposed for a child is the child’s; who proposed it is not kept.',
    columns: {
      student_id: personDeleted('student'),
      proposed_by: personKept('user'),
      proposed_by_name: nameOf('proposed_by'),
      change: HEALTH_OF_OTHERS,
      answer: HEALTH_OF_OTHERS,
      decided_by_name: signature,
    },
  },
  consents: { called: 'consents asked for', columns: { grades: nothing, withdrawn_by: signature } },
  consent_versions: {
    called: 'texts of consents',
    columns: { title: AGREED_TEXT, body: AGREED_TEXT, published_by: AGREED_TEXT },
  },
  consent_students: { called: 'consents asked of the child', columns: { student_id: personDeleted('student') } },
  consent_requests: { called: 'reminders of consents', columns: { student_id: personDeleted('student') } },
  consent_answers: {
    called: 'answers to consents',
    staysSince: 'That a consent was answered for a child, and when, is the child’s; who answered is not kept.',
    columns: {
      student_id: personDeleted('student'),
      guardian_id: personKept('user'),
      guardian_name: nameOf('guardian_id'),
      recorded_by: signature,
    },
  },
  // The mark of an erased student stays, else sessions would seem to have a student of the organization.
  sample_rows: { called: 'marks of sample data', columns: { kind: nothing, row_id: nothing } },
  retention_settings: { called: 'settings of retention', columns: {} },
  retention_removals: {
    called: 'announced removals',
    staysSince: 'It says what will be removed and of how many, without names.',
    columns: { student_ids: peopleKept('student') },
  },
  retention_holds: {
    called: 'holds',
    columns: { student_id: personDeleted('student'), reason: freeText, held_by_name: signature },
  },
  erasure_requests: {
    called: 'requests to be erased',
    columns: {
      requested_by: personDeleted('user'),
      student_id: personDeleted('student'),
      words: freeText,
      answer: freeText,
      declined_by_name: signature,
    },
  },
  access_ledger: {
    called: 'entries of who looked at what',
    forgottenBy: 'erase_in_ledger',
    staysSince: 'The ledger keeps the time and the kind of data of each access, without names and words.',
    columns: {
      student_id: personKept('student'),
      person_id: personKept('user'),
      viewer_id: personKept('user'),
      viewer_name: nameOf('viewer_id'),
      words: textAbout('student_id', 'person_id', 'viewer_id'),
      device_id: nothing,
    },
  },
  student_imports: {
    called: 'imported lists',
    columns: {
      filename: freeText,
      encoding: nothing,
      encoding_choices: DELETED_SOON,
      headers: freeJson,
      samples: DELETED_SOON,
      mapping: nothing,
      date_order: nothing,
      name_order: nothing,
      questions: nothing,
      format: nothing,
      remarks: kept('Remarks on a roster name files, columns and counts, and no one.'),
      created_by: signature,
    },
  },
  student_import_rows: {
    called: 'rows of imported lists',
    columns: {
      student_id: personDeleted('student'),
      cells: DELETED_SOON,
      errors: DELETED_SOON,
      was: DELETED_SOON,
      undo: DELETED_SOON,
      kept_reason: DELETED_SOON,
      note: DELETED_SOON,
      kind: nothing,
      file: nothing,
    },
  },
  roster_links: {
    called: 'ids of rosters of other systems',
    columns: {
      student_id: personDeleted('student'),
      user_id: personDeleted('user'),
      source: nothing,
      kind: nothing,
      import_id: nothing,
      // An enrollment goes with its membership, and a class is no person.
      source_id: kept('The id of a student or a guardian is deleted with the link; others name no person.'),
      given: kept('Values of a student are deleted with the link; those of others are names of classes and dates.'),
    },
  },
  student_import_sources: {
    called: 'files of lists that are not imported yet',
    columns: { bytes: DELETED_SOON },
  },
  data_exports: {
    called: 'exports of data',
    staysSince: 'The date of an export is kept without the name; the file is deleted.',
    columns: {
      user_id: personDeleted('user'),
      student_id: personDeleted('student'),
      reason: freeText,
      filename: nothing,
      sha256: nothing,
      created_by: personKept('user'),
      created_by_name: nameOf('created_by'),
      created_by_role: nothing,
      downloaded_by: peopleKept('user'),
    },
  },
}
