import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { auditContract } from '../contract.ts'
import { listActs } from './auditLogs.ts'
import { exportActs } from './export.ts'
import { auditFigures } from './figures.ts'
import { recordAct } from './recorder.ts'
import { countSignIns, exportSignIns } from './sign-ins.ts'

/** Keeps who did what, in the transaction of the act, and shows it to super admins. Rows can be added and read, no more. */
export const audit = definePlugin({
  id: 'audit',
  migrations: new URL('./migrations/', import.meta.url),
  setup: () => ({
    auditRecorder: recordAct,
    routes: [
      mount(auditContract, {
        listAuditLogs: (scope, { query }) => listActs(scope, query),
        auditFigures: (scope) => auditFigures(scope),
        signIns: (scope, { query }) => countSignIns(scope, query),
        exportSignIns: (scope, { query }) => exportSignIns(scope, query),
        exportAuditLogs: ({ core, http }, { query }) => exportActs(core, http.actor, query),
      }),
    ],
  }),
})
