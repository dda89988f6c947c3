import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { changeRow } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { beginOperation } from '../../operations/server/begin.ts'
import { lockOperations, OPERATIONS_LOCK } from '../../operations/server/lock.ts'
import { takeDueRun } from '../../schedule/server/schedule.ts'
import { beforeItEnds, elsewhere } from './elsewhere.ts'

export const operationRaces: Races = {
  'plugins/backup/operations/server/begin.ts lockBegin': async ({ platform }) => {
    const { core, clock } = platform
    await changeRow(platform, 'backup_operations', { finishedAt: null }, { finishedAt: clock.now(), status: 'failed' })
    const begin = () =>
      beginOperation(core, {
        what: { create: { trigger: 'manual', tenantId: null } },
        actor: systemActor,
        here: true,
      })
    return {
      first: begin,
      second: begin,
      expect: async (first, second) => {
        expect(first.operation).toMatchObject({ kind: 'create' })
        expect(second).toMatchObject({ code: 'backup.busy', status: 409 })
        expect(await countRows(platform, 'backup_operations', { finishedAt: null })).toBe(1)
      },
    }
  },

  'plugins/backup/operations/server/lock.ts lockOperations': async ({ platform }) => {
    const ended: string[] = []
    return {
      first: () => elsewhere(platform, OPERATIONS_LOCK, async () => ended.push('first')),
      second: async () => {
        const release = await lockOperations(platform.databaseUrl, 60_000)
        ended.push('second')
        await release?.()
      },
      heldBefore: beforeItEnds,
      expect: () => expect(ended).toEqual(['first', 'second']),
    }
  },

  'plugins/backup/schedule/server/schedule.ts selectSchedule': async ({ platform }) => {
    const { core, clock } = platform
    await changeRow(platform, 'backup_schedule', {}, { isRunning: true, nextRun: clock.now() })
    const take = () => core.db.platform(systemActor, takeDueRun)
    return { first: take, second: take, expect: (first, second) => expect([first, second]).toEqual([true, false]) }
  },
}
