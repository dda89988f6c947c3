import { kept, nothing, type PersonalData } from '#core/server/personal-data.ts'

const keptBlanked = kept('The audit log keeps its entries; their texts about the person are blanked.')

/** Personal data in the log; `erase_audit_entries` erases it, since no one may change an entry otherwise. */
export const auditPersonalData: PersonalData = {
  log: ['select erase_audit_entries($organization, $person) as entries'],
  tables: {
    audit_logs: {
      called: 'entries of the audit log',
      columns: {
        tenant_name: nothing,
        user_id: keptBlanked,
        user_name: keptBlanked,
        user_email: keptBlanked,
        action: nothing,
        category: nothing,
        severity: nothing,
        description: keptBlanked,
        resource: nothing,
        resource_id: keptBlanked,
        metadata: keptBlanked,
        ip_address: keptBlanked,
        user_agent: keptBlanked,
        error_message: keptBlanked,
        search: keptBlanked,
        who_salt: nothing,
        what_salt: nothing,
      },
    },
  },
}
