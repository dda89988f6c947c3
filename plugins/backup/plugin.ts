import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { backupContract } from './operations/contract.ts'
import { scheduleContract } from './schedule/contract.ts'
import { addCommands } from './commands/server/commands.ts'
import { backupEnvironment } from './shared/server/environment.ts'
import { examineBackups } from './commands/server/examine.ts'
import { recoverAtStart } from './operations/server/recover.ts'
import { operationJob } from './operations/server/run.ts'
import { backUpBeforeUpgrade } from './operations/server/upgrade.ts'
import {
  createBackup,
  deleteBackup,
  downloadBackup,
  listOf,
  restore,
  trigger,
  verify,
} from './operations/server/manage-backups.ts'
import { scheduleJob } from './operations/server/schedule-job.ts'
import { missingBackup } from './schedule/server/attention.ts'
import { backupGauges } from './schedule/server/gauges.ts'
import { noteErasures } from './store/server/erasures.ts'
import { changeSchedule, readSchedule, startSchedule, stopSchedule } from './schedule/server/schedule.ts'

/** Archives of everything and of single organizations: made daily and when asked, verified, restored, kept for a while. */
export const backup = definePlugin({
  id: 'backup',
  migrations: new URL('./migrations/', import.meta.url),
  storage: { installation: ['backups', 'backup_operations', 'backup_schedule', 'unnamed_objects'] },
  environment: backupEnvironment,
  examine: examineBackups,
  setup: (core) => ({
    routes: [
      mount(backupContract, {
        listBackups: ({ core }, query) => listOf(core, query),
        createBackup: ({ core, http }, body) => createBackup(core, http.actor, body?.tenantId ?? null),
        triggerBackup: ({ core, http }) => trigger(core, http.actor),
        verifyBackup: ({ core, http }, id, body) => verify(core, http.actor, id, body?.passphrase),
        restoreBackup: ({ core, http }, id, body) => restore(core, http.actor, id, body),
        downloadBackup: ({ core, http }, id, query) => downloadBackup(core, http.actor, id, query.files),
        deleteBackup: ({ core, http }, id) => deleteBackup(core, http.actor, id),
      }),
      mount(scheduleContract, {
        schedulerStatus: readSchedule,
        startScheduler: async (scope) => {
          await startSchedule(scope)
          return { message: 'Backups are made daily from now on' }
        },
        stopScheduler: async (scope) => {
          await stopSchedule(scope)
          return { message: 'Backups are no longer made daily' }
        },
        changeSchedule,
      }),
    ],
    jobs: [operationJob, scheduleJob, noteErasures],
    commands: addCommands,
    attention: missingBackup,
    gauges: backupGauges(),
    onStart: () => recoverAtStart(core),
    beforeMigrating: (pending) => backUpBeforeUpgrade(core, pending),
  }),
})
