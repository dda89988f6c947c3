import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { EmbeddedConfig, EmbeddedRun, Outcome, RunKind } from '../contract.ts'

export const targetLabels: Record<EmbeddedConfig['type'], string> = {
  'built-in': 'Built-in LMS',
  frappe: 'Frappe LMS',
}

export const modeLabels: Record<EmbeddedConfig['integrationMode'], string> = {
  embedded: 'In this platform',
  external: 'On a separate site',
}

export const configLabels: Record<EmbeddedConfig['status'], string> = {
  active: 'Active',
  unreadable: 'The key cannot be read; enter it again',
}

/** Notifications at the end of a run (spec part 2, section 8). */
const endings: Record<RunKind, { done: string; failed: string }> = {
  modules: { done: 'Migration Complete', failed: 'Migration Failed' },
  users: { done: 'User Sync Complete', failed: 'User Sync Failed' },
}

export const getFailedTitle = (kind: RunKind) => endings[kind].failed

export function describeEnding({ kind, status, message, isDryRun, isStopped, counts }: EmbeddedRun) {
  if (isStopped) return { title: 'Stopped', description: message }
  const cameOfIt = counts.created + counts.updated + counts.same
  if (status !== 'done' || (counts.failed > 0 && cameOfIt === 0)) {
    return { title: endings[kind].failed, description: message, tone: 'destructive' as const }
  }
  return {
    title: isDryRun ? 'Dry run complete' : endings[kind].done,
    description: message,
    ...(counts.failed > 0 && { tone: 'destructive' as const }),
  }
}

/** Returns the label of a run's target. */
export const getRunTarget = ({ target, site }: EmbeddedRun) =>
  site === null ? targetLabels[target] : `${targetLabels[target]} at ${site}`

/** Labels of outcomes, also of a dry run, which changes nothing. */
export const outcomeLabels: Record<Outcome, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  created: { label: 'New', tone: 'green' },
  updated: { label: 'Changed', tone: 'blue' },
  same: { label: 'Unchanged', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
}
