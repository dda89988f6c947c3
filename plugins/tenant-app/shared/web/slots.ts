import { defineSlot } from '#core/web/plugin.ts'

/** Tabs of a child's page, from left to right; one without sections is left out. */
export const childTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'schedule', label: 'Schedule' },
  { id: 'progress', label: 'Progress' },
  { id: 'photos', label: 'Photos' },
  { id: 'health', label: 'Health and consents' },
  { id: 'people', label: 'People and pickup' },
  { id: 'account', label: 'Account' },
] as const

export type ChildTab = (typeof childTabs)[number]['id']

/** Sections of one child on /parent-portal, each in its tab, from top to bottom. */
export const childSections = defineSlot<{ tab: ChildTab }, { studentId: string; firstName: string }>('child sections')

/** Ids of elements in a child's sections, to which tasks link. */
export const childAnchors = {
  sessions: 'child-sessions',
  consents: 'child-consents',
  health: 'child-health',
  incidents: 'child-incidents',
  pickups: 'child-pickups',
  codes: 'pickup-codes',
}

export type ChildAnchor = keyof typeof childAnchors

/** Tabs of those elements, so that a link to an element opens its tab. */
export const anchorTabs: Record<ChildAnchor, ChildTab> = {
  sessions: 'schedule',
  consents: 'health',
  health: 'health',
  incidents: 'health',
  pickups: 'people',
  codes: 'people',
}

/** Queries of the child page's summary, which change with a guardian's answer or confirmation. */
export const childReads = ['api', 'children', 'overviews']

/** Sections of a project's page, /projects/$id, below the project itself, from top to bottom. */
export const projectSections = defineSlot<object, { projectId: string }>('project sections')

/** Sections of a group's page, below its members, for admins. */
export const groupSections = defineSlot<object, { groupId: string }>('group sections')

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
