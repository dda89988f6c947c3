import { kept, nothing, type PersonalData } from '#core/server/personal-data.ts'

const BLANKED = kept('The audit log keeps that something happened; its texts that tell of the person are blanked.')

/** Personal data in the log; `erase_audit_entries` erases it, since no one may change an entry otherwise. */
export const auditPersonalData: PersonalData = {
  log: ['select erase_audit_entries($organization, $person) as entries'],
  tables: {
    audit_logs: {
      called: 'entries of the audit log',
      columns: {
        tenant_name: nothing,
        user_id: BLANKED,
        user_name: BLANKED,
        user_email: BLANKED,
        action: nothing,
        category: nothing,
        severity: nothing,
        description: BLANKED,
        resource: nothing,
        resource_id: BLANKED,
        metadata: BLANKED,
        ip_address: BLANKED,
        user_agent: BLANKED,
        error_message: BLANKED,
        search: BLANKED,
        who_salt: nothing,
        what_salt: nothing,
      },
    },
  },
}
