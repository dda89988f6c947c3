import { tenantFor } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { auditContract, tenantAuditContract } from '../contract.ts'
import { listActs } from './audit-logs.ts'
import { beginChain } from './chain.ts'
import { addCommands } from './commands.ts'
import { eraseInAudit, eraseOrganizationInAudit } from './erasure.ts'
import { exportActs } from './export.ts'
import { auditFigures } from './figures.ts'
import { auditPersonalData } from './personal-data.ts'
import { recordActs } from './recorder.ts'
import { retentionJob } from './retention.ts'
import { sealingJob } from './seal-acts.ts'
import { addressesOfOwn } from './outsiders.ts'
import { seedSignIns } from './seed.ts'
import { countSignIns, exportSignIns } from './sign-ins.ts'

/** Keeps who did what, in the transaction of the act, and shows it to super admins. Rows can be added and read, no more. */
export const audit = definePlugin({
  id: 'audit',
  migrations: new URL('./migrations/', import.meta.url),
  storage: {
    trails: ['audit_logs', 'audit_seals', 'audit_seal_head', 'audit_sign_ins'],
    // With the salts somebody could guess what was erased.
    secrets: { audit_logs: ['digest', 'who_salt', 'who_hash', 'what_salt', 'what_hash'] },
    concealed: { audit_logs: addressesOfOwn },
  },
  personalData: auditPersonalData,
  setup: (core) => ({
    services: { eraseInAudit, eraseOrganizationInAudit, seedSignIns },
    auditRecorder: recordActs,
    entitlements: ['audit-export'],
    onStart: () => beginChain(core),
    routes: [
      mount(auditContract, {
        listAuditLogs: listActs,
        auditFigures,
        signIns: countSignIns,
        exportSignIns,
        exportAuditLogs: ({ core, http }, query) => exportActs({ core, actor: http.actor, tenantId: null }, query),
      }),
      mount(tenantAuditContract, {
        listTenantAuditLogs: listActs,
        exportTenantAuditLogs: ({ core, http }, query) =>
          exportActs({ core, actor: http.actor, tenantId: tenantFor(http) }, query),
      }),
    ],
    jobs: [sealingJob, retentionJob],
    commands: addCommands,
  }),
})
