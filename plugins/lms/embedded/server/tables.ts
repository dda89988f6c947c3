import type { StoredTables } from '#core/server/storage.ts'

export const embeddedStorage: StoredTables = {
  ephemeral: ['lms_embedded_runs', 'lms_embedded_items'],
  secrets: { lms_frappe_sites: ['credentials'] },
}
