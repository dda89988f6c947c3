import type { TenantScope } from '#core/server/core.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import {
  sessionCreated,
  sessionsCreated,
  sessionsDeleted,
  sessionsUpdated,
  sessionUpdated,
} from '#plugins/tenant-app/plugin.ts'
import { courseRuleChanged } from '../../catalog/server/events.ts'
import { updateLeads } from './leads.ts'
import type { Planning } from './planning.ts'
import { rejectUnready } from './readiness.ts'

/** Checks if a changed session has another instructor or project. */
const affectsReadiness = (fields: readonly string[]) =>
  fields.some((field) => field === 'instructorId' || field === 'projectId')

/** Checks if a change may add or remove instructors who lead sessions of a project. */
const affectsLeads = (fields: readonly string[]) =>
  affectsReadiness(fields) || fields.some((field) => field === 'status' || field.endsWith('Date'))

/** Checks planned instructors in the same transaction, so that a refused plan is rolled back. */
export function listPlanningListeners(planning: Planning): Subscription[] {
  const planned = async (scope: TenantScope, sessionIds: readonly string[]) => {
    await rejectUnready(scope, planning, sessionIds)
    await updateLeads(scope, planning)
  }
  return [
    subscribe(sessionCreated, { runs: 'within', run: (scope, { sessionId }) => planned(scope, [sessionId]) }),
    subscribe(sessionsCreated, { runs: 'within', run: (scope, { sessionIds }) => planned(scope, sessionIds) }),
    subscribe(sessionUpdated, {
      runs: 'within',
      run: async (scope, { sessionId, fields = [], movedTo, wasOver }) => {
        if (affectsReadiness(fields) || wasOver) await rejectUnready(scope, planning, [sessionId])
        if (movedTo || affectsLeads(fields)) await updateLeads(scope, planning)
      },
    }),
    subscribe(sessionsUpdated, {
      runs: 'within',
      run: async (scope, { sessionIds, fieldsOf = {}, movedTo }) => {
        const changed = sessionIds.filter((id) => affectsReadiness(fieldsOf[id] ?? []))
        if (changed.length > 0) await rejectUnready(scope, planning, changed)
        if (movedTo || Object.values(fieldsOf).some(affectsLeads)) await updateLeads(scope, planning)
      },
    }),
    subscribe(sessionsDeleted, { runs: 'within', run: (scope) => updateLeads(scope, planning) }),
    // Sessions may be older than the table of leads.
    subscribe(courseRuleChanged, { runs: 'within', run: (scope) => updateLeads(scope, planning) }),
  ]
}
