import { tenantFor } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { auditContract, tenantAuditContract } from './contract.ts'
import { listActs } from './server/audit-logs.ts'
import { beginChain } from './server/chain.ts'
import { addCommands } from './server/commands.ts'
import { eraseInAudit, eraseOrganizationInAudit } from './server/erasure.ts'
import { exportActs } from './server/export.ts'
import { auditFigures } from './server/figures.ts'
import { auditPersonalData } from './server/personal-data.ts'
import { recordActs } from './server/recorder.ts'
import { retentionJob } from './server/retention.ts'
import { sealingJob } from './server/seal-acts.ts'
import { addressesOfOwn } from './server/outsiders.ts'
import { seedSignIns } from './server/seed.ts'
import { countSignIns, exportSignIns } from './server/sign-ins.ts'

/** Keeps who did what, in the transaction of the act, and shows it to super admins. Rows can be added and read, no more. */
export const audit = definePlugin({
  id: 'audit',
  migrations: new URL('./migrations/', import.meta.url),
  storage: {
    trails: ['audit_logs', 'audit_seals', 'audit_seal_head', 'audit_sign_ins'],
    // With the salts, erased texts could be guessed.
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
