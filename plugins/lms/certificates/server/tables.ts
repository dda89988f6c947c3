import {
  ERASED_NAME,
  freeText,
  givenPart,
  kept,
  nameOf,
  nothing,
  personKept,
  type PersonalTables,
} from '#core/server/personal-data.ts'

const look = kept('It is printed on certificates that others hold.')

/** Personal data in certificates. */
export const certificateTables: PersonalTables = {
  lms_certificates: {
    called: 'certificates',
    staysSince: 'The fact that a certificate was issued is kept for those who verify it; the name is not kept.',
    columns: {
      user_id: personKept('user'),
      course_id: nothing,
      recipient: nameOf('user_id'),
      short_recipient: nameOf('user_id'),
      number: nothing,
      course: nothing,
      language: nothing,
      issuer: nothing,
      template: look,
      revocation_note: freeText,
      replaced_by: nothing,
      search: nothing,
    },
  },
  lms_certificate_templates: {
    called: 'looks of certificates',
    columns: {
      prefix: nothing,
      heading: nothing,
      statement: nothing,
      signatory: look,
      signatory_title: nothing,
      foot: nothing,
      accent_color: nothing,
      logo_url: nothing,
      signature_url: nothing,
    },
  },
  lms_certificate_pictures: { called: 'pictures of certificates', columns: {} },
}

export const givenCertificates = givenPart(
  'certificates',
  'Certificates',
  ['lms_certificates'],
  `select course, number, recipient as name, completed_at as "completedAt", issued_at as "issuedAt",
      expires_at as "expiresAt", revoked_at as "revokedAt", replaced_by as "replacedBy"
    from lms_certificates where user_id = $userId order by issued_at`,
)

/** Removes the learner from a certificate: their id is no foreign key, which would be nulled with their row. */
export const forgettingHolder = `update lms_certificates
  set recipient = '${ERASED_NAME}', short_recipient = '${ERASED_NAME}', user_id = null
  where tenant_id = $organization and user_id = $person`
