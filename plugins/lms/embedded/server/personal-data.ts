import { gone, nothing, personDeleted, type PersonalTables } from '#core/server/personal-data.ts'

/** Personal data of accounts on a Frappe LMS site. */
export const embeddedTables: PersonalTables = {
  lms_frappe_documents: {
    called: 'accounts on the Frappe LMS site',
    tenant: null,
    columns: {
      user_id: personDeleted('user'),
      site: nothing,
      subject: nothing,
      type: nothing,
      name: gone,
      hash: nothing,
    },
  },
  lms_embedded_items: {
    called: 'steps of a synchronization of users',
    tenant: null,
    columns: {
      subject_id: nothing,
      user_id: personDeleted('user'),
      organization_id: nothing,
      label: gone,
      reason: gone,
    },
  },
}
