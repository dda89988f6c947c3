import { defineSlot } from '#core/web/plugin.ts'

/** Sections of one child on /parent-portal, from top to bottom. */
export const childSections = defineSlot<object, { studentId: string; firstName: string }>('child sections')

/** Ids of elements in a child's sections, to which tasks link. */
export const childAnchors = {
  sessions: 'child-sessions',
  consents: 'child-consents',
  health: 'child-health',
  incidents: 'child-incidents',
  pickups: 'child-pickups',
  codes: 'pickup-codes',
}

/** Queries of the child page's summary, which change with a guardian's answer or confirmation. */
export const childReads = ['api', 'children', 'overviews']

/** Sections of a project's page, /projects/$id, below the project itself, from top to bottom. */
export const projectSections = defineSlot<object, { projectId: string }>('project sections')

/**
 * Shows whether an instructor is ready for a project: in the choice of a session's instructor, and on the session's page.
 * `onMark` gets each instructor who is not, with the text beside them in the list.
 */
export const instructorReadiness = defineSlot<
  object,
  {
    projectId: string | null
    instructorId: string | null
    onMark?: (marks: ReadonlyMap<string, string>) => void
  }
>('instructor readiness')

/** Reports beside those of sessions and students, /reports. The contribution's id is the report's id in the address. */
export const reportTabs = defineSlot<{ label: string }>('report tabs')

/** A step of a run sheet. */
export interface RunStep {
  title: string
  /** Origin of the step, and its planned time: 'Training: Bridges · 10 minutes'. */
  about: string
}

/**
 * Steps of a project's run sheet beside its instructions, /sessions/$id/run; each part reports its steps once they are loaded.
 */
export const runSteps = defineSlot<object, { projectId: string; onSteps: (steps: readonly RunStep[]) => void }>(
  'run steps',
)
