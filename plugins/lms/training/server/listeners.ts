import type { TenantScope } from '#core/server/core.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import {
  sessionCreated,
  sessionsCreated,
  sessionsDeleted,
  sessionsUpdated,
  sessionUpdated,
} from '#plugins/tenant-app/server/plugin.ts'
import { courseRuleChanged } from '../../catalog/server/events.ts'
import { noteLeads } from './leads.ts'
import type { Planning } from './planning.ts'
import { refuseUnready } from './readiness.ts'

/** Changes of a session after which somebody else leads it, or it is of another project. */
const concernsReadiness = (fields: readonly string[]) =>
  fields.some((field) => field === 'instructorId' || field === 'projectId')

/** Changes after which somebody leads sessions of a project, or does not any more. */
const concernsLeads = (fields: readonly string[]) =>
  concernsReadiness(fields) || fields.some((field) => field === 'status' || field.endsWith('Date'))

/** Checks planned instructors in the act itself, so that a refused plan was never made. */
export function planningListeners(planning: Planning): Subscription[] {
  const planned = async (scope: TenantScope, sessionIds: readonly string[]) => {
    await refuseUnready(scope, planning, sessionIds)
    await noteLeads(scope, planning)
  }
  return [
    subscribe(sessionCreated, { runs: 'within', run: (scope, { sessionId }) => planned(scope, [sessionId]) }),
    subscribe(sessionsCreated, { runs: 'within', run: (scope, { sessionIds }) => planned(scope, sessionIds) }),
    subscribe(sessionUpdated, {
      runs: 'within',
      run: async (scope, { sessionId, fields = [], movedTo, wasOver }) => {
        if (concernsReadiness(fields) || wasOver) await refuseUnready(scope, planning, [sessionId])
        if (movedTo || concernsLeads(fields)) await noteLeads(scope, planning)
      },
    }),
    subscribe(sessionsUpdated, {
      runs: 'within',
      run: async (scope, { sessionIds, fieldsOf = {}, movedTo }) => {
        const changed = sessionIds.filter((id) => concernsReadiness(fieldsOf[id] ?? []))
        if (changed.length > 0) await refuseUnready(scope, planning, changed)
        if (movedTo || Object.values(fieldsOf).some(concernsLeads)) await noteLeads(scope, planning)
      },
    }),
    subscribe(sessionsDeleted, { runs: 'within', run: (scope) => noteLeads(scope, planning) }),
    // Sessions may be older than whoever notes their leads.
    subscribe(courseRuleChanged, { runs: 'within', run: (scope) => noteLeads(scope, planning) }),
  ]
}
