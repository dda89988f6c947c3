import type { LucideIcon } from 'lucide-react'
import { definePlace } from '#core/web/plugin.ts'

/** Tabs of a student's page, /students/$id. The contribution's id is the tab's name in the address. */
export const studentTabs = definePlace<{ label: string }, { studentId: string }>('student tabs')

/** Sections of one child on /parent-portal, from top to bottom. */
export const childSections = definePlace<object, { studentId: string; firstName: string }>('child sections')

/** Sections about the guardian below the children on /parent-portal. */
export const guardianSections = definePlace('guardian sections')

/** Views of a student whom platform staff pick on /parent-portal, as the student sees them. */
export const studentViews = definePlace<object, { studentId: string }>('student views')

/** Ids of elements in the sections of a child, to which what is to be done leads. */
export const childAnchors = { sessions: 'child-sessions', consents: 'child-consents', health: 'child-health' }

/** Queries of the child page's summary; outdated after a guardian has answered or confirmed. */
export const childReads = ['api', 'children', 'overviews']

/** Tabs of a session's page, /sessions/$id. The contribution's id is the tab's name in the address. */
export const sessionTabs = definePlace<{ label: string }, { sessionId: string }>('session tabs')

/** Panels of a session's page between its facts and its tabs. */
export const sessionHead = definePlace<object, { sessionId: string }>('session head')

/** Sections of a project's page, /projects/$id, below the project itself, from top to bottom. */
export const projectSections = definePlace<object, { projectId: string }>('project sections')

/** The dialogs of /sessions and /sessions/$id in which sessions are planned; which one is open is in the address. */
export const sessionDialogs = definePlace<
  object,
  {
    isAdding: boolean
    /** The session that is edited, or copied. */
    edit: string | undefined
    copy: string | undefined
    onClose: () => void
  }
>('session dialogs')

/** Props of a view of /sessions: the filters of the page, and the day that it shows. */
export interface SessionViewProps {
  search: string | undefined
  /** Status of a session. */
  status: string | undefined
  projectId: string | undefined
  /** `2026-11-26`; today where it is left out. */
  date: string | undefined
  onDateChange: (date: string) => void
}

/**
 * Shows whether an instructor is ready for a project: where one is chosen for a session, and on the session's page.
 * `onMark` gets each instructor who is not, with the text beside them in the list to choose from.
 */
export const instructorReadiness = definePlace<
  object,
  {
    projectId: string | null
    instructorId: string | null
    onMark?: (marks: ReadonlyMap<string, string>) => void
  }
>('instructor readiness')

/** Ways to look at sessions beside their cards, /sessions. The contribution's id is the view's name in the address. */
export const sessionViews = definePlace<{ label: string; icon: LucideIcon }, SessionViewProps>('session views')

/** Buttons beside 'New Session' at the head of /sessions. */
export const sessionTools = definePlace('session tools')

/** Reports beside those of sessions and students, /reports. The contribution's id is the report's name in the address. */
export const reportTabs = definePlace<{ label: string }>('report tabs')

/** Sections of the tab Data of /org-settings, from top to bottom: exports, erasures and retention. */
export const dataSections = definePlace('data sections')

/** Guardians, contacts and staff are users. */
export interface ErasedPerson {
  kind: 'user' | 'student' | 'collector'
  id: string
}

/** The dialog in which somebody is erased, opened from the menus of people; `useErasing` makes its entry. */
export const erasureDialogs = definePlace<object, ErasedPerson & { onClose: () => void; onErased: () => void }>(
  'erasure dialogs',
)
