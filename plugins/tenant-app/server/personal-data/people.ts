import {
  about,
  factAbout,
  fileOfRow,
  freeJson,
  freeText,
  gone,
  nameOf,
  nothing,
  peopleKept,
  personDeleted,
  personKept,
  textAbout,
  type PersonalTables,
} from '#core/server/personal-data.ts'

const COUNTED = 'It counts in attendance, points and figures, without name, birthday or anything else of the person.'

/** Children, their families, health, consents and lists of them. */
export const peopleTables: PersonalTables = {
  students: {
    called: 'student record',
    staysSince: COUNTED,
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
      former_addresses: textAbout('id'),
      is_active: about('id', 'false'),
    },
  },
  student_changes: {
    called: 'changes of the profile',
    columns: { student_id: personDeleted('student'), changes: freeJson, actor_name: freeText },
  },
  parent_students: {
    called: 'links between guardians and children',
    columns: {
      parent_id: personDeleted('user'),
      student_id: personDeleted('student'),
      relationship: gone,
    },
  },
  guardian_restrictions: {
    called: 'restrictions',
    // Goes with the link that it restricts.
    columns: { notes: freeText, verified_by: freeText, lifted_by: freeText },
  },
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
      added_by: freeText,
    },
  },
  student_health: {
    called: 'health and emergency data',
    columns: {
      student_id: personDeleted('student'),
      medical_notes: freeText,
      medication: gone,
      emergency_contact: freeText,
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
      triggers: freeText,
      reaction: freeText,
      response: freeText,
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
      change: freeJson,
      answer: freeText,
      decided_by_name: freeText,
    },
  },
  consents: { called: 'consents asked for', columns: { grades: nothing, withdrawn_by: freeText } },
  consent_versions: {
    called: 'texts of consents',
    columns: { title: freeText, body: freeText, published_by: freeText },
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
      recorded_by: freeText,
    },
  },
  retention_settings: { called: 'settings of retention', columns: {} },
  retention_removals: {
    called: 'announced removals',
    staysSince: 'It says what will be removed and of how many, without names.',
    columns: { student_ids: peopleKept('student') },
  },
  retention_holds: {
    called: 'holds',
    columns: { student_id: personDeleted('student'), reason: freeText, held_by_name: freeText },
  },
  erasure_requests: {
    called: 'requests to be erased',
    columns: {
      requested_by: personDeleted('user'),
      student_id: personDeleted('student'),
      words: freeText,
      answer: freeText,
      declined_by_name: freeText,
    },
  },
  access_ledger: {
    called: 'entries of who looked at what',
    forgottenBy: 'erase_in_ledger',
    staysSince: 'The ledger keeps that somebody looked, when and at what kind of data, without names and words.',
    columns: {
      student_id: personKept('student'),
      person_id: personKept('user'),
      viewer_id: personKept('user'),
      viewer_name: nameOf('viewer_id'),
      words: textAbout('student_id', 'person_id', 'viewer_id'),
    },
  },
  student_imports: {
    called: 'imported lists',
    columns: { filename: freeText, encoding: nothing, headers: freeJson, mapping: nothing, created_by: freeText },
  },
  student_import_rows: {
    called: 'rows of imported lists',
    columns: {
      student_id: personDeleted('student'),
      cells: freeJson,
      errors: freeJson,
      was: freeJson,
      undo: freeJson,
      kept_reason: freeText,
    },
  },
  data_exports: {
    called: 'exports of data',
    staysSince: 'That somebody exported data, and when, is kept without the name; the file is deleted.',
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
